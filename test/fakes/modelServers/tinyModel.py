"""Writes a model of the llama kind with drawn weights: it says nothing of sense, and a real server takes it for one.

Usage: tinyModel.py FILE.gguf (needs the packages gguf and numpy). Its tokens are the 256 bytes.
"""

import sys

import gguf
import numpy as np

WIDTH, HEADS, LAYERS, INNER, CONTEXT = 64, 4, 2, 128, 512
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]
TOKENS = ["<unk>", "<s>", "</s>", *BYTES]
TYPES = [gguf.TokenType.UNKNOWN, gguf.TokenType.CONTROL, gguf.TokenType.CONTROL, *[gguf.TokenType.BYTE] * 256]
TEMPLATE = "{% for message in messages %}{{ message['role'] }}: {{ message['content'] }}\n{% endfor %}assistant:"


def write_head(writer):
    writer.add_name("tiny")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(len(TOKENS))
    writer.add_tokenizer_model("llama")
    writer.add_token_list(TOKENS)
    writer.add_token_scores([0.0] * len(TOKENS))
    writer.add_token_types(TYPES)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)
    writer.add_add_space_prefix(False)
    writer.add_chat_template(TEMPLATE)


def write_weights(writer):
    drawn = np.random.default_rng(7)

    def add(name, *shape):
        writer.add_tensor(name, (drawn.standard_normal(shape) * 0.2).astype(np.float32))

    def add_ones(name):
        writer.add_tensor(name, np.ones(WIDTH, dtype=np.float32))

    add("token_embd.weight", len(TOKENS), WIDTH)
    for layer in range(LAYERS):
        block = f"blk.{layer}"
        add_ones(f"{block}.attn_norm.weight")
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            add(f"{block}.{part}.weight", WIDTH, WIDTH)
        add_ones(f"{block}.ffn_norm.weight")
        add(f"{block}.ffn_gate.weight", INNER, WIDTH)
        add(f"{block}.ffn_up.weight", INNER, WIDTH)
        add(f"{block}.ffn_down.weight", WIDTH, INNER)
    add_ones("output_norm.weight")
    add("output.weight", len(TOKENS), WIDTH)


def main():
    writer = gguf.GGUFWriter(sys.argv[1], "llama")
    write_head(writer)
    write_weights(writer)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


main()
