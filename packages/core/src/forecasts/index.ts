export { listForecasts, readForecasts } from "./list-forecasts.ts";
