import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, register } from "prom-client";
import { connectionsOf } from "~/db/knex.server";

/*
 * The server processes' figures for Prometheus. The supervisor asks each process and answers on METRICS_PORT
 * (docs/decisions/log.md).
 */
new AggregatorRegistry(); // answers the supervisor

// Each process has its own series: in a sum, a process that restarts at zero would look like a fall of all.
register.setDefaultLabels({ process: process.env.OFFICE_PROCESS ?? "1" });

collectDefaultMetrics(); // memory, event loop, garbage collection

export const requestSeconds = new Histogram({
  name: "office_request_duration_seconds",
  help: "Requests by method, route and status, from their first byte to the last of their answer",
  labelNames: ["method", "route", "status"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

const connections = new Gauge({
  name: "office_database_connections",
  help: "Connections of the pools: at work, idle, and requests that wait for one",
  labelNames: ["pool", "state"],
  collect() {
    for (const { pool, used, free, waiting } of connectionsOf()) {
      connections.set({ pool, state: "used" }, used);
      connections.set({ pool, state: "free" }, free);
      connections.set({ pool, state: "waiting" }, waiting);
    }
  },
});
