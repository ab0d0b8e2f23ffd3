# SPDX-License-Identifier: MIT
"""The powers of ten that decimal_double.c multiplies by, rounded up to 128 bits: rows of a C array."""

for k in range(-292, 325):
    top, bottom = (10**k, 1) if k >= 0 else (1, 10**-k)
    shift = 127 - (len(bin(top)) - len(bin(bottom)))  # so that 2^127 <= top * 2^shift / bottom < 2^129
    if shift >= 0:
        top <<= shift
    else:
        bottom <<= -shift
    if top >= bottom << 128:
        bottom <<= 1
    elif top < bottom << 127:
        top <<= 1
    g = -(-top // bottom)
    assert 1 << 127 <= g < 1 << 128
    print(f"\t{{UINT64_C(0x{g >> 64:016x}), UINT64_C(0x{g & (1 << 64) - 1:016x})}}, /* 10^{k} */")
