export * from "./create-otlp-exporter.ts";
