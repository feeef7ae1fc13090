import sys,time,gc
from benchmarks import inprocess as I
from django.utils import translation
from cases import snapshot as S
from benchmarks import selections
from cases.results import Results
from cases.fragments import value_rows, case_items
from cases.checks import most_frequent
from django.template.loader import render_to_string
from django.test import RequestFactory
snap=S.current()
pools=selections.selections(snap)
rq=RequestFactory().get('/')
def best(f,n=25):
    ts=[]
    for _ in range(n):
        t=time.perf_counter(); f(); ts.append((time.perf_counter()-t)*1e3)
    return f'{min(ts):.2f} {sorted(ts)[n//2]:.2f}'
with translation.override('ko'):
  for g in (True,False):
    if not g: gc.disable()
    for kind in ('no filter','2 filters'):
        f=I.filters(pools[kind][:1],snap,1)[0]
        I.rendered(f)
        def facets(): Results(f).facets
        r=Results(f); r.facets; 
        def rows():
            rr=value_rows(snap)
            for x in r.facets: rr(x.short); rr(x.alphabetical)
        def items(): case_items(r,'full')
        ctx={"results": r,"items": case_items(r,'full'),"view": "full","rows": value_rows(snap),"checks": most_frequent(r)}
        ctx2={**ctx,"rows":lambda v:''}
        html=I.rendered(f)
        print(g,kind,'facets',best(facets),'rows',best(rows),'items',best(items),'checks',best(lambda: most_frequent(r)),'tmpl',best(lambda: render_to_string("cases/list.html", ctx, rq)),'tmpl without rows',best(lambda: render_to_string("cases/list.html", ctx2, rq)),'all',best(lambda: I.rendered(f)),'encode',best(lambda: html.encode()), 'short+alph', best(lambda: [(x.__dict__.pop('alphabetical',0),x.__dict__.pop('short',0),x.short,x.alphabetical,x.total,x.distinct,x.is_long) for x in r.facets]))
    import cProfile,pstats
    p=cProfile.Profile(); p.enable()
    for _ in range(200): render_to_string("cases/list.html", ctx2, rq)
    p.disable()
    pstats.Stats(p).sort_stats('tottime').print_stats(16)
    pstats.Stats(p).sort_stats('cumtime').print_stats(60)
