import { createQueries } from '../../../src/core/records/queries';
import { FoundMappings } from '../../../src/core/records/query/execution/foundMappings';
import { FileTable } from '../../../src/core/records/read/openTable';
import { KnownMapIds } from '../../../src/core/stack/mapping/knownMapIds';
import { OpenMappings } from '../../../src/core/stack/mapping/openMappings';
import { groupByFrames, plainContext } from '../queryTimes';

/** Number of alternating runs per variant, so that other load on the machine affects both equally. */
const turns = 3;

/** Groups minified stack traces with and without deobfuscation: `groupMapped FILE MAPPING`. */
async function main(path: string, mapping: string): Promise<void> {
	await using table = await FileTable.open(path);
	await table.load(plainContext.signal, () => undefined);
	const origin = {
		app_package_name: 'com.example.shop',
		application_id: '',
		app_version_name: '2.4.1',
		os_name: 'android',
	};
	const question = {
		kind: 'r8',
		application: ['com.example.shop'],
		version: '2.4.1',
		patterns: [],
		remembered: mapping,
	} as const;
	const candidates = [{ path: mapping, relativePath: undefined, modified: 1 }];
	const found = () =>
		new FoundMappings([{ origin, wanted: [{ question, candidates }] }], new OpenMappings(), new KnownMapIds());
	const group = async (mappings: FoundMappings | undefined) => {
		const { answer, useMappings } = createQueries(table);
		if (mappings) {
			useMappings(mappings);
		}
		const started = performance.now();
		const { user, system } = process.cpuUsage();
		const page = await groupByFrames(answer);
		const cpu = process.cpuUsage();
		return { ms: performance.now() - started, cpuMs: (cpu.user + cpu.system - user - system) / 1000, page };
	};
	const plain = [];
	const plainPeakMb = [];
	const mapped = [];
	for (let turn = 0; turn < turns; turn++) {
		plain.push(await group(undefined));
		plainPeakMb.push(process.resourceUsage().maxRSS / 1024);
		mapped.push(await group(found()));
	}
	const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
	const plainMs = median(plain.map(({ ms }) => ms));
	const mappedMs = median(mapped.map(({ ms }) => ms));
	console.log(
		JSON.stringify({
			plainMs,
			mappedMs,
			ratio: mappedMs / plainMs,
			cpuRatio: median(mapped.map(({ cpuMs }) => cpuMs)) / median(plain.map(({ cpuMs }) => cpuMs)),
			groups: mapped[0]?.page.groups,
			plainGroups: plain[0]?.page.groups,
			mappedRecords: mapped[0]?.page.deobfuscated?.records,
			plainPeakMb: plainPeakMb[0],
			peakMb: process.resourceUsage().maxRSS / 1024,
		}),
	);
}

void main(process.argv[2] ?? '', process.argv[3] ?? '');
