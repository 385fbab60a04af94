#!/bin/sh
# Writes the settings from the environment variables, then starts the broker, as the image of Apache Kafka
# does.
set -e
output=$(java -cp '/opt/kafka/libs/*' kafka.docker.KafkaDockerWrapper setup \
  --default-configs-dir /etc/kafka/docker --mounted-configs-dir /mnt/shared/config \
  --final-configs-dir /opt/kafka/config 2>&1) ||
  case $output in
  *'already formatted'*) ;;
  *) echo "$output" >&2 && exit 1 ;;
  esac
cat > /opt/kafka/config/log4j2.properties <<'LOG'
status = error
appender.out.type = Console
appender.out.name = OUT
appender.out.layout.type = PatternLayout
appender.out.layout.pattern = %d{HH:mm:ss.SSS} %p %c{1} %m%n
rootLogger.level = warn
rootLogger.appenderRef.out.ref = OUT
LOG
exec java $KAFKA_HEAP_OPTS -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
  -Dlog4j2.configurationFile=/opt/kafka/config/log4j2.properties \
  -cp '/opt/kafka/libs/*' kafka.Kafka /opt/kafka/config/server.properties
