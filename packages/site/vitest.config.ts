import { defineConfig } from "vitest/config";

export default defineConfig({ base: "/cm", test: { include: ["test/*.test.ts"] } });
