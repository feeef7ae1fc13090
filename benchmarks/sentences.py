"""Sentences for generated cases, in English and Korean, with slots that the generator fills. Pure data.

`{n}`, `{m}` and `{p}` are numbers, `{part}` and `{place}` the things below.
"""

Pair = tuple[str, str]

PARTS: tuple[Pair, ...] = (
    ("scheduler", "스케줄러"),
    ("control plane", "컨트롤 플레인"),
    ("parameter server", "파라미터 서버"),
    ("checkpoint writer", "체크포인트 기록기"),
    ("object store gateway", "오브젝트 스토리지 게이트웨이"),
    ("leaf switch", "리프 스위치"),
    ("name resolver", "이름 풀이 서버"),
    ("certificate agent", "인증서 에이전트"),
    ("metrics collector", "지표 수집기"),
    ("primary database", "주 데이터베이스"),
    ("cache layer", "캐시 계층"),
    ("load balancer", "로드 밸런서"),
    ("data loader", "데이터 로더"),
    ("image registry", "이미지 레지스트리"),
    ("message broker", "메시지 브로커"),
    ("node agent", "노드 에이전트"),
)
PLACES: tuple[Pair, ...] = (
    ("the northern hall", "북쪽 전산실"),
    ("the second availability zone", "두 번째 가용 영역"),
    ("the training cluster", "학습 클러스터"),
    ("the inference fleet", "추론 서버군"),
    ("the backup site", "예비 사이트"),
    ("the shared storage tier", "공유 스토리지 계층"),
    ("the edge locations", "엣지 거점"),
    ("the staging region", "스테이징 리전"),
    ("the oldest racks", "가장 오래된 랙"),
    ("the management network", "관리망"),
)

TITLES: tuple[Pair, ...] = (
    (
        "A change to the {part} took {n} machines in {place} out of service, and the work that moved elsewhere "
        "overloaded what was left for {m} hours",
        "{part} 변경으로 {place}의 장비 {n}대가 서비스에서 빠졌고, 옮겨 간 작업이 남은 장비까지 {m}시간 동안 과부하에 빠뜨렸다",
    ),
    (
        "An expired credential stopped the {part} in {place}, and {p} percent of requests failed until {n} processes "
        "were restarted by hand",
        "만료된 자격 증명 때문에 {place}의 {part} 동작이 멈췄고, 프로세스 {n}개를 손으로 다시 띄울 때까지 요청의 {p}%가 실패했다",
    ),
    (
        "A full disk behind the {part} slowed {n} jobs in {place} to a crawl, and the alarm for it had been muted "
        "{m} days before",
        "{part} 뒤쪽 디스크가 가득 차 {place}의 작업 {n}개가 기어가듯 느려졌는데, 이를 알릴 경보는 {m}일 전에 꺼져 있었다",
    ),
    (
        "A retry storm against the {part} hid the real fault in {place}, so the first {m} hours went into the wrong "
        "component while {n} nodes waited",
        "{part} 쪽으로 몰린 재시도 폭주가 {place}의 진짜 결함을 가려, 노드 {n}대가 기다리는 동안 처음 {m}시간을 엉뚱한 곳에 썼다",
    ),
    (
        "A loose cable in {place} made the {part} flap, and {n} long runs lost up to {m} hours of progress each time "
        "it did",
        "{place}의 헐거운 케이블 하나로 {part} 연결이 오르내렸고, 그때마다 긴 작업 {n}개가 최대 {m}시간치 진행을 잃었다",
    ),
)

COURSE: tuple[Pair, ...] = (
    (
        "The team had run the {part} in {place} for {m} months without a fault of this kind, on {n} machines of one type.",
        "팀은 같은 기종 {n}대로 {place}에서 {part} 운영을 {m}개월 동안 해 왔고 이런 결함은 없었다.",
    ),
    (
        "The rollout began in the morning, reached {p} percent of the fleet within the hour and was not held back by any "
        "automatic check.",
        "배포는 아침에 시작해 한 시간 안에 전체의 {p}%에 닿았고, 이를 붙잡을 자동 점검은 없었다.",
    ),
    (
        "At first only {n} processes showed the fault, all of them in {place}, and they were taken for a hardware problem.",
        "처음에는 {place}의 프로세스 {n}개에서만 증상이 보여 하드웨어 문제로 여겼다.",
    ),
    (
        "When the {part} lost its peers it kept accepting work, so queues grew behind it while every dashboard stayed green.",
        "{part} 쪽은 상대를 잃고도 계속 일을 받아들여, 계기판은 모두 초록인데 뒤쪽 대기열만 불어났다.",
    ),
    (
        "The engineers on duty restarted the {part} twice; each time the service returned for about {m} minutes and failed "
        "again.",
        "당직자는 {part} 재시작을 두 번 했고, 그때마다 {m}분쯤 살아났다가 다시 멈췄다.",
    ),
    (
        "Memory on the affected hosts rose by {n} MB a minute, which the allocator reported as cache and the monitoring "
        "therefore ignored.",
        "해당 호스트의 메모리는 분당 {n} MB씩 늘었지만 할당자가 이를 캐시로 보고해 모니터링이 무시했다.",
    ),
    (
        "A rollback was started after {m} hours but needed the very registry that had become unreachable from {place}.",
        "{m}시간 뒤 되돌리기를 시작했지만, {place}에서 이미 닿지 않던 바로 그 레지스트리가 필요했다.",
    ),
    (
        "Traffic that was drained from {place} arrived at the remaining sites, which ran at {p} percent of their capacity "
        "before and had no room for it.",
        "{place}에서 뺀 트래픽은 남은 거점으로 갔지만, 그곳은 이미 용량의 {p}%로 돌고 있어 받아 낼 여유가 없었다.",
    ),
    (
        "The fault could be reproduced on two spare machines with the same firmware, and never on the newer revision.",
        "같은 펌웨어를 쓰는 예비 장비 두 대에서 재현되었고, 새 개정판에서는 한 번도 나타나지 않았다.",
    ),
    (
        "Logs of the {part} were written to the same volume, so the lines that would have named the cause were lost first.",
        "{part} 로그가 같은 볼륨에 쌓이고 있어, 원인을 알려 줄 줄들이 가장 먼저 사라졌다.",
    ),
    (
        "A comparison of {n} packet captures showed that replies left {place} but were dropped before the second hop.",
        "패킷 덤프 {n}개를 견주어 보니 응답은 {place}에서 나갔지만 두 번째 홉 앞에서 버려지고 있었다.",
    ),
    (
        "The vendor confirmed a known defect in the driver, fixed {m} weeks earlier in a release that had not been "
        "installed yet.",
        "공급사는 드라이버의 알려진 결함이라고 확인했다. {m}주 전 판에서 고쳐졌지만 아직 설치하지 않은 상태였다.",
    ),
    (
        "After the limit was raised the backlog of {n} tasks drained in {m} hours, and error rates were back at their usual "
        "level by the evening.",
        "한도를 올리자 밀린 작업 {n}개가 {m}시간 만에 빠졌고, 오류율은 저녁 무렵 평소 수준으로 돌아왔다.",
    ),
    (
        "No data was lost, though {p} percent of the writes made during the event had to be checked against the journal.",
        "데이터 손실은 없었으나, 그동안 쓴 것의 {p}%는 저널과 대조해 확인해야 했다.",
    ),
    (
        "Two teams worked on the event in separate channels for {m} hours and undid each other's changes to the {part}.",
        "두 팀이 {m}시간 동안 서로 다른 채널에서 대응하며 {part} 설정을 번갈아 되돌려 놓았다.",
    ),
    (
        "The same alert had fired {n} times in the month before and had been closed each time because it cleared by itself.",
        "같은 경보가 앞선 한 달 동안 {n}번 울렸지만, 저절로 풀려 매번 그냥 닫혔다.",
    ),
    (
        "Once the {part} was pinned to its earlier version, {n} nodes in {place} rejoined one after the other.",
        "{part} 판을 이전 것으로 고정하자 {place}의 노드 {n}대가 차례로 돌아왔다.",
    ),
    (
        "The written plan for this event assumed that {place} would keep its power, its clock and its name service.",
        "이런 상황의 절차서는 {place}의 전원과 시계, 이름 풀이가 살아 있다고 가정하고 있었다.",
    ),
)

SYMPTOMS: tuple[Pair, ...] = (
    (
        "Throughput of the jobs in {place} fell by {p} percent within {m} minutes and stayed there.",
        "{place}의 작업 처리량이 {m}분 안에 {p}% 떨어진 뒤 그대로였다.",
    ),
    (
        "Clients of the {part} saw timeouts after 30 seconds, while the process itself answered its health check at once.",
        "{part} 클라이언트는 30초 뒤 타임아웃을 보았지만, 프로세스는 헬스 체크에 바로 응답했다.",
    ),
    (
        "{n} workers logged `connection reset by peer` in bursts, always within the same second.",
        "워커 {n}개가 같은 초에 몰아서 `connection reset by peer` 로그를 남겼다.",
    ),
    (
        "Step time rose from {m} to more than {n} seconds on every rank, though only one host was slow.",
        "느린 호스트는 하나뿐인데 모든 랭크의 스텝 시간이 {m}초에서 {n}초 넘게 늘었다.",
    ),
    (
        "Pods stayed in `Pending`, and the events named a lack of memory that no node really had.",
        "파드는 `Pending`에 머물렀고, 이벤트는 어느 노드에도 없던 메모리 부족을 이유로 들었다.",
    ),
    (
        "The kernel of {n} machines reported uncorrectable errors on one link before the card disappeared from the bus.",
        "장비 {n}대의 커널이 한 링크에서 정정할 수 없는 오류를 알린 뒤 카드가 버스에서 사라졌다.",
    ),
    (
        "Logins to {place} took minutes, since each of them waited for a name server that no longer answered.",
        "{place} 로그인은 몇 분씩 걸렸다. 더는 응답하지 않는 이름 서버를 매번 기다렸기 때문이다.",
    ),
    (
        "The queue in front of the {part} held {n} thousand messages and grew by {p} a second.",
        "{part} 앞 대기열에는 메시지 {n}천 건이 쌓였고 초당 {p}건씩 늘었다.",
    ),
    (
        "Reads returned old values for up to {m} minutes after a write had been confirmed.",
        "쓰기가 확정된 뒤에도 최대 {m}분 동안 읽기가 옛 값을 돌려주었다.",
    ),
    (
        "One in {n} responses was empty, with status 200, and was cached as such at the edge.",
        "응답 {n}건 가운데 하나가 상태 200에 빈 본문이었고, 엣지에 그대로 캐시되었다.",
    ),
    (
        "Graphs of {place} ended at the same minute, because the collector had stopped together with what it watched.",
        "수집기도 대상과 함께 멈춰, {place}의 그래프가 모두 같은 분에서 끊겼다.",
    ),
)

TRIGGERS: tuple[Pair, ...] = (
    (
        "A routine configuration push doubled a limit of the {part} on all sites at once.",
        "정기 설정 배포가 모든 거점에서 {part} 한도를 한꺼번에 두 배로 올렸다.",
    ),
    (
        "A power test in {place} moved the load to one feed for {m} minutes.",
        "{place}의 전원 시험으로 {m}분 동안 부하가 한쪽 급전선에 몰렸다.",
    ),
    (
        "The {part} was restarted for a security update with {n} sessions still open.",
        "세션 {n}개가 열린 채로 보안 업데이트를 위해 {part} 재시작이 이루어졌다.",
    ),
    (
        "A new tenant started {n} jobs in {place} within the same minute.",
        "새 사용자가 같은 분에 {place}에서 작업 {n}개를 시작했다.",
    ),
    (
        "The certificate of the {part} ran out on a public holiday.",
        "공휴일에 {part} 인증서가 만료되었다.",
    ),
    (
        "An index was rebuilt on the primary during the busiest {m} hours of the week.",
        "한 주에서 가장 바쁜 {m}시간 사이에 주 서버에서 인덱스를 다시 만들었다.",
    ),
)

DETECTIONS: tuple[Pair, ...] = (
    (
        "A user wrote to support {m} minutes before the first alarm; the alarm watched an average that hid {place}.",
        "첫 경보보다 {m}분 먼저 사용자가 문의를 남겼다. 경보는 {place}의 문제를 가리는 평균값을 보고 있었다.",
    ),
    (
        "An alert on the error budget of the {part} paged the engineer on duty after {m} minutes.",
        "{part} 오류 예산 경보가 {m}분 뒤 당직자를 호출했다.",
    ),
    (
        "A colleague noticed the flat line on a dashboard that nobody is paged for, about {m} hours into the event.",
        "아무도 호출하지 않는 계기판의 평평한 선을 동료가 발견했다. 시작된 지 {m}시간쯤 지난 때였다.",
    ),
    (
        "The nightly comparison of checksums failed in {place} and opened a ticket of its own.",
        "매일 밤 하는 체크섬 비교가 {place}에서 실패해 스스로 티켓을 열었다.",
    ),
    (
        "Synthetic probes from {n} places saw the rise in latency before the service's own metrics did.",
        "{n}곳에서 보내는 모의 요청이 서비스 자체 지표보다 먼저 지연 증가를 알아챘다.",
    ),
)

REMEDIATIONS: tuple[Pair, ...] = (
    (
        "Drained {place} and moved its work to machines of the newer revision.",
        "{place}의 작업을 비우고 새 개정판 장비로 옮겼다.",
    ),
    (
        "Raised the limit of the {part} to {n} and restarted one host at a time.",
        "{part} 한도를 {n}까지 올리고 호스트를 하나씩 다시 띄웠다.",
    ),
    (
        "Renewed the credential by hand and shortened the interval of the renewal job.",
        "자격 증명을 손으로 갱신하고 갱신 작업의 주기를 줄였다.",
    ),
    (
        "Blocked the retries at the {part} until the queue had drained.",
        "대기열이 빌 때까지 {part} 쪽에서 재시도를 막았다.",
    ),
    (
        "Replaced {n} cables and the two transceivers that showed the most errors.",
        "케이블 {n}개와 오류가 가장 많던 트랜시버 두 개를 바꿨다.",
    ),
    (
        "Rolled the driver back on {n} nodes and ran the burn-in again before they took work.",
        "노드 {n}대의 드라이버를 되돌리고, 작업을 주기 전에 부하 시험을 다시 했다.",
    ),
    (
        "Restored the table from the snapshot of {m} hours earlier and replayed the journal.",
        "{m}시간 전 스냅숏에서 테이블을 되살리고 저널을 재생했다.",
    ),
    (
        "Freed {p} percent of the volume by moving old checkpoints to cold storage.",
        "오래된 체크포인트를 콜드 스토리지로 옮겨 볼륨의 {p}%를 비웠다.",
    ),
)

ACTION_ITEMS: tuple[Pair, ...] = (
    (
        "Alert when the {part} is more than {p} percent full, with two days' notice.",
        "{part} 사용량이 {p}%를 넘으면 이틀 앞서 알리도록 경보를 둔다.",
    ),
    (
        "Roll changes out to {place} first and wait {m} hours before the next site.",
        "변경은 {place}에 먼저 적용하고 {m}시간 기다린 뒤 다음 거점으로 넘어간다.",
    ),
    (
        "Add a jittered, bounded retry to every client of the {part}.",
        "{part} 클라이언트 모두에 흔들림을 준 유한한 재시도를 넣는다.",
    ),
    (
        "Rehearse the loss of {place} twice a year, including its name service.",
        "{place} 상실 훈련을 이름 풀이까지 넣어 한 해에 두 번 한다.",
    ),
    (
        "Keep the tools for a rollback outside of the system that is rolled back.",
        "되돌리기 도구는 되돌릴 시스템의 바깥에 둔다.",
    ),
    ("Give every muted alarm an end date and an owner.", "꺼 둔 경보마다 끝나는 날짜와 담당자를 정한다."),
    (
        "Measure the slowest rank instead of the mean, and page on it after {m} minutes.",
        "평균 대신 가장 느린 랭크를 재고 {m}분이 지나면 호출한다.",
    ),
    (
        "Check firmware versions against the list of known defects every week.",
        "펌웨어 판을 알려진 결함 목록과 매주 대조한다.",
    ),
)

LESSONS: tuple[Pair, ...] = (
    (
        "A component that keeps accepting work it cannot do is worse than one that stops, and only its callers can tell.",
        "할 수 없는 일을 계속 받아들이는 구성 요소는 멈춘 것보다 나쁘고, 그 사실은 부르는 쪽만 안다.",
    ),
    (
        "Capacity that is kept for a failover has to be used now and then, or it will have gone when it is needed.",
        "장애 대비용 여유 용량은 가끔 써 보아야 한다. 그러지 않으면 필요할 때 사라지고 없다.",
    ),
    (
        "What watches a system must not share its disk, its network or its clock.",
        "시스템을 지켜보는 것은 그 시스템과 디스크도 네트워크도 시계도 함께 쓰지 않아야 한다.",
    ),
    (
        "An alarm that clears by itself is a measurement that nobody has understood yet.",
        "저절로 풀리는 경보는 아직 아무도 이해하지 못한 측정값이다.",
    ),
    (
        "A test with a tenth of the data says little about a fault that grows with every step.",
        "열에 하나의 데이터로 한 시험은 스텝마다 자라는 결함에 대해 말해 주는 것이 거의 없다.",
    ),
)
