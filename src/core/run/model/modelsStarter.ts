/** What `touchstone models --init` writes: every field, with two models that need a key and one that doesn't. */
export const modelsStarter = `# Models that Touchstone can ask. Keys never stand here: "key" names the environment variable that holds one
# (in the editor, the secret of that name).
#
#   id               how you choose it: touchstone run --model ID
#   protocol         openai (all servers that speak its chat completions: vLLM, llama.cpp, Ollama, OpenRouter),
#                    anthropic, vscode (a model of the editor), scripted or replay (with file:, for tests)
#   model            the provider's own name of it
#   baseUrl          where the server is; left out, the protocol's own provider
#   key              NAME of the environment variable; left out, no key is sent
#   contextTokens    how much it takes; maxOutputTokens how much it says at the most
#   prices           dollars per million tokens; what is left out is unknown, and then so is the cost
#   params           further fields of each request, as the provider names them. "stream: false" asks for replies in one
#                    piece, for a server that counts no tokens while it streams
#   alsoSpeaks       further protocols of the same server that agents may use: responses, anthropic, openai
#
# "touchstone models --check ID" asks a model for one token.

models:
  - id: gpt-5-mini
    protocol: openai
    model: gpt-5-mini
    key: OPENAI_API_KEY
    alsoSpeaks: [responses]
    # Look them up; these are not kept up to date by us:
    # contextTokens: 400000
    # maxOutputTokens: 128000
    # prices: { input: 0.25, cachedInput: 0.025, output: 2.00 }

  - id: claude-sonnet
    protocol: anthropic
    model: claude-sonnet-4-5
    key: ANTHROPIC_API_KEY
    maxOutputTokens: 16384
    # prices: { input: 3.00, cachedInput: 0.30, cacheWrite: 3.75, output: 15.00 }

  - id: local
    protocol: openai
    model: my-model
    baseUrl: http://127.0.0.1:8000/v1
    # A model of your own costs no money; with prices of 0 it counts nothing against a budget.
    prices: { input: 0, cachedInput: 0, cacheWrite: 0, output: 0 }
    params:
      temperature: 0

#  - id: open-router
#    protocol: openai
#    model: vendor/model
#    baseUrl: https://openrouter.ai/api/v1
#    key: OPENROUTER_API_KEY
`;
