#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""screens.py ASSAY N: how many of N clean default screens of each kind warn, and how many with real trouble; through
the built program, from tables with rounds and an order. Each experiment has a seed of its own."""
import collections
import math
import os
import random
import re
import subprocess
import sys
import tempfile

A, N = sys.argv[1], int(sys.argv[2])
FILE = tempfile.mkdtemp() + '/t.csv'

def series(kind,n,r):
    x=[];s=0
    for i in range(n):
        z=r.gauss(0,1)
        if kind=='normal': v=1e6*(1+.02*z)
        elif kind=='lognormal .2': v=1e6*math.exp(.2*z)
        elif kind=='AR .5': s=.5*s+math.sqrt(.75)*z; v=1e6*(1+.02*s)
        elif kind=='AR .8': s=.8*s+.6*z; v=1e6*(1+.02*s)
        elif kind=='drift 2 sd': v=1e6*(1+.02*(z+2*i/(n-1)))
        elif kind=='30 % slow': v=1e6*(1+.01*z+(.1 if r.random()<.3 else 0))
        elif kind=='clock 1 %': v=round(1e6*(1+.02*z)/1e4)*1e4
        elif kind=='clock 5 %': v=round(1e6*(1+.01*z)/5e4)*5e4
        x.append(v)
    return x
def screen(kind,n,k,seed):
    r=random.Random(f'{kind}/{n}/{k}/{seed}')
    cols=[series(kind,n,r) for _ in range(k)]
    with open(FILE, 'w') as o:
        o.write('subject,execution,round,order,metric,value,unit\n' )
        q=0
        for i in range(n):
            p=list(range(k)); r.shuffle(p)
            for s in p:
                o.write(f'c{s},{i},{i},{q},time,{cols[s][i]!r},ns\n'); q+=1
    return subprocess.run([A,'show',FILE],capture_output=True,text=True,env=dict(os.environ,COLUMNS='100',LC_ALL='C.UTF-8'))
def rate(kind,n,k,N):
    warn=less=0; rows=collections.Counter()
    for seed in range(N):
        o=screen(kind,n,k,seed)
        if o.returncode: print(o.stderr); sys.exit(1)
        w=[l for l in o.stdout.splitlines() if re.match(r' +(warning|slow|others) ',l) or re.search('less than 95',l)]
        warn+=bool(w)
        for l in w: rows[re.sub(r'[\d.,]+','#',l.strip())[:60]]+=1
        less+='less than 95' in o.stdout
    print(f'{kind:14} {n:4} x {k}: {warn}/{N}  less {less}  {dict(rows)}',flush=True)
def inside(warm, n, m, seed):
    """n executions of m iterations, the first `warm` of each slower by 10 %."""
    r = random.Random(f'inside/{warm}/{n}/{m}/{seed}')
    with open(FILE, 'w') as o:
        o.write('subject,execution,iteration,order,metric,value,unit\n')
        for i in range(n):
            e = r.gauss(0, 1)
            for k in range(m):
                v = 1e6 * (1 + .01 * e + .01 * r.gauss(0, 1)) * (1.1 if k < warm else 1)
                o.write(f'c,{i},{k},{i},time,{v!r},ns\n')
    return subprocess.run([A, 'show', FILE], capture_output=True, text=True,
                          env=dict(os.environ, COLUMNS='100', LC_ALL='C.UTF-8')).stdout


if len(sys.argv) > 3:
    for warm, n, m in ((0, 20, 10), (0, 50, 10), (3, 20, 20)):
        hits = [o for o in (inside(warm, n, m, k) for k in range(N)) if re.search(r'(?m)^ +warning |less than 95', o)]
        print(f'{n} x {m} iterations, {warm} slower: {len(hits)}/{N}', flush=True)
        for o in hits[:2]:
            print(o)
    sys.exit()
for kind,n,k in [('normal',10,1),('normal',30,1),('normal',50,1),('normal',100,1),('lognormal .2',50,1),('normal',10,2),('normal',50,2),('normal',50,8),('clock 1 %',50,1)]: rate(kind,n,k,N)
for kind,n in [('AR .5',50),('AR .5',100),('AR .8',50),('drift 2 sd',50),('drift 2 sd',100),('30 % slow',20),('30 % slow',50),('clock 5 %',50)]: rate(kind,n,1,N)
