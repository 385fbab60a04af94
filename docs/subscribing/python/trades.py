# Prints all trades in the topic, and then each new trade.
import os

from confluent_kafka import Consumer, KafkaException
from confluent_kafka.schema_registry import SchemaRegistryClient
from confluent_kafka.schema_registry.avro import AvroDeserializer

decode = AvroDeserializer(SchemaRegistryClient({"url": os.environ["REGISTRY"]}))
consumer = Consumer({
    "bootstrap.servers": os.environ["BROKERS"],
    "group.id": os.environ.get("GROUP", "example"),
    "auto.offset.reset": "earliest",
    "enable.auto.offset.store": False,
    "isolation.level": "read_committed",
})
consumer.subscribe([os.environ.get("TOPIC", "pm.trades")])
while True:
    message = consumer.poll(1.0)
    if message is None:
        continue
    if message.error():
        raise KafkaException(message.error())
    trade = decode(message.value(), None)["trade"]
    if trade:
        print(trade["market_id"], trade["price"], trade["size"], trade["side"], flush=True)
    consumer.store_offsets(message)
