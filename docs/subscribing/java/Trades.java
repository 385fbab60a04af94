// Prints all trades in the topic, and then each new trade.
import io.apicurio.registry.serde.Legacy4ByteIdHandler;
import io.apicurio.registry.serde.avro.AvroKafkaDeserializer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;

public class Trades {
  public static void main(String[] args) {
    var env = System.getenv();
    Map<String, Object> config = Map.of(
        "bootstrap.servers", env.get("BROKERS"),
        "group.id", env.getOrDefault("GROUP", "example"),
        "auto.offset.reset", "earliest",
        "isolation.level", "read_committed",
        "key.deserializer", StringDeserializer.class,
        "value.deserializer", AvroKafkaDeserializer.class,
        "apicurio.registry.url", env.get("REGISTRY"),
        "apicurio.registry.id-handler", Legacy4ByteIdHandler.class,
        "apicurio.registry.use-id", "contentId");
    try (var consumer = new KafkaConsumer<String, GenericRecord>(config)) {
      consumer.subscribe(List.of(env.getOrDefault("TOPIC", "pm.trades")));
      while (true)
        for (var message : consumer.poll(Duration.ofSeconds(1)))
          if (message.value().get("trade") instanceof GenericRecord trade)
            System.out.println(trade.get("market_id") + " " + trade.get("price")
                + " " + trade.get("size") + " " + trade.get("side"));
    }
  }
}
