import assert from 'node:assert/strict';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runSynchronously } from '../../../../../src/core/common/cooperativeTask';
import { Scheduler } from '../../../../../src/core/common/scheduler';
import { tryMappings } from '../../../../../src/core/stack/mapping/applyMappings';
import type { WantedMapping } from '../../../../../src/core/stack/mapping/deobfuscate';
import { KnownMapIds } from '../../../../../src/core/stack/mapping/knownMapIds';
import { OpenMappings } from '../../../../../src/core/stack/mapping/openMappings';
import { ProvenTraces } from '../../../../../src/core/stack/mapping/provenTraces';
import { plainTrace } from '../../../../../src/core/stack/mapping/result/plainLines';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { inParts } from '../../../../support/length';
import { Random } from '../../../../support/random';
import { mapHash } from '../../../../support/sampleFrames/android';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { never } from './support/temporary';

const release = path.resolve('samples/workspace/shop-android/app/build/outputs/mapping/release/mapping.txt');
const frames = [
	['f3.c', 'd', 5],
	['f3.c', 'a', 2],
	['e3.b', 'a', 9],
	['e3.b', 'b', 3],
	['g3.b', 'a', 4],
	['com.example.shop.checkout.CheckoutActivity', 'onCreate', 14],
	['androidx.recyclerview.widget.RecyclerView$e', 'h', 2],
	['android.os.Looper', 'loop', 300],
	['x.y', 'z', 3],
] as const;

const pick = (random: Random, source: string, of: number = frames.length) => {
	const [type, method, lines] = frames[random.below(of)] ?? frames[0];
	return `\tat ${type}.${method}(${source}:${1 + random.below(lines)})`;
};

function getTrace(random: Random, source: string, callers: readonly string[]): string {
	const thrown = ['java.lang.Error: no', 'f3.a: no f3.c.d() here', 'e3.b', 'java.lang.Error: no\nand no'][
		random.below(4)
	];
	const count = callers.length > 0 ? random.below(3) : 1 + random.below(8);
	const own = Array.from({ length: count }, () => pick(random, source));
	const cause = random.below(2) === 0 ? [`Caused by: f3.c: ${random.below(9)}`, pick(random, source)] : [];
	const more =
		random.below(4) === 0 ? [...callers.slice(random.below(3)), 'e3.b.c', '\tat e3.b.b(Unknown Source)'] : [];
	return [thrown, ...own, ...callers, ...cause, ...more].join('\n');
}

describe('deobfuscation of many records', () => {
	const temporary = useTemporaryFolder();
	const scheduler = new Scheduler(never);
	const wantedOf = (file: string, version: string): WantedMapping => ({
		question: { kind: 'r8', application: [], version, patterns: [], remembered: file },
		candidates: [{ path: file, relativePath: undefined, modified: 1 }],
	});
	const provenBy = (wanted: readonly WantedMapping[], mappings = new OpenMappings()) =>
		new ProvenTraces([{ wanted, osName: 'android' }], mappings, new KnownMapIds());

	inParts('deobfuscates many stack traces at once with the same result as one at a time', 4, async (part) => {
		const random = new Random(12 + part);
		const many = provenBy([wantedOf(release, '2.4.1')]);
		const outcomes = new Set<string>();
		const sources = ['SourceFile', `r8-map-id-${mapHash}`];
		const stacks = Array.from({ length: 6 }, (_, index) =>
			Array.from({ length: 4 + 3 * index }, () =>
				pick(random, sources[index % 2] ?? '', index < 4 ? 5 : frames.length),
			),
		);
		// Adds stacks with the same lengths and lines but another class.
		stacks.push(
			...stacks.map((stack) => stack.map((frame, index) => (index > 1 ? frame.replace('e3.b', 'g3.b') : frame))),
		);
		for (let round = 0; round < 300; round++) {
			const callers = stacks[random.below(2 * stacks.length)] ?? [];
			const text = getTrace(random, sources[random.below(2)] ?? '', callers);
			const trace = parseTrace(text);
			const shown = await many.shown(trace, 0, scheduler);
			const file = { kind: 'r8', path: release, chosen: true, ofVersion: true } as const;
			const alone = await tryMappings(trace, [file], new OpenMappings(), scheduler, 'build');
			const mapped = await alone.mapped();
			outcomes.add(shown?.kind ?? 'plain');
			if (shown) {
				assert.equal(shown.kind === 'deobfuscated', mapped !== undefined, text);
				assert.deepEqual(
					shown.kind === 'deobfuscated' && shown.trace,
					mapped ? runSynchronously(plainTrace(mapped)) : false,
					text,
				);
			} else {
				assert.equal(mapped, undefined, text);
			}
		}
		assert.ok(outcomes.has('deobfuscated') && outcomes.has('unproven'), [...outcomes].join());
	});

	it('checks every frame against the mapping, even if the callers of the frame were already checked', async () => {
		const many = provenBy([wantedOf(release, '2.4.1')]);
		const shownBelow = async (...first: string[]) => {
			const callers = ['f3.c.d:1', 'f3.c.d:2', 'f3.c.d:3', 'f3.c.d:1', 'f3.c.d:2'];
			const lines = [...first, ...callers].map((frame) => `\tat ${frame.replace(':', '(SourceFile:')})`);
			return (await many.shown(parseTrace(['java.lang.Error: no', ...lines].join('\n')), 0, scheduler))?.kind;
		};
		for (let round = 0; round < 4; round++) {
			assert.equal(await shownBelow('f3.c.d:4'), 'deobfuscated');
			assert.equal(await shownBelow('x.y.z:1', 'f3.c.d:4'), 'unproven');
		}
	});

	it('never mixes the old and new content of a mapping file while a build overwrites it', async () => {
		const file = path.join(temporary.path, 'mapping.txt');
		await mkdir(temporary.path, { recursive: true });
		await copyFile(release, file);
		const mappings = new OpenMappings();
		const many = provenBy([wantedOf(file, '2.4.1')], mappings);
		const getLines = async (frame: string) => {
			const shown = await many.shown(parseTrace(`java.lang.Error: no\n\tat ${frame}`), 0, scheduler);
			return shown?.kind === 'deobfuscated' ? shown.trace.lines[1] : shown?.kind;
		};
		assert.match((await getLines('f3.c.d(SourceFile:3)')) ?? '', /ProductAdapter\.onBindViewHolder/);
		await writeFile(
			file,
			'com.example.Desk -> e3.b:\n    1:9:void sit(int):20:28 -> a\ncom.example.Lamp -> f3.c:\n    1:9:void shine():1:9 -> d\n',
		);
		assert.match((await getLines('e3.b.a(SourceFile:3)')) ?? '', /com\.example\.Desk\.sit/);
		assert.match((await getLines('f3.c.d(SourceFile:3)')) ?? '', /com\.example\.Lamp\.shine/);
	});
});
