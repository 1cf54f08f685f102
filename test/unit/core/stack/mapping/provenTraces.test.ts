import assert from 'node:assert/strict';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Pace } from '../../../../../src/core/common/pace';
import { applyMappings } from '../../../../../src/core/stack/mapping/applyMappings';
import type { WantedMapping } from '../../../../../src/core/stack/mapping/deobfuscate';
import { KnownMapIds } from '../../../../../src/core/stack/mapping/knownMapIds';
import { OpenMappings } from '../../../../../src/core/stack/mapping/openMappings';
import { ProvenTraces } from '../../../../../src/core/stack/mapping/provenTraces';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
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

/** A trace of some of these frames, at lines that are in the mapping mostly. */
function traceOf(random: Random, source: string): string {
	const pick = () => {
		const [type, method, lines] = frames[random.below(frames.length)] ?? frames[0];
		return `\tat ${type}.${method}(${source}:${1 + random.below(lines)})`;
	};
	const thrown = ['java.lang.Error: no', 'f3.a: no f3.c.d() here', 'e3.b'][random.below(3)] ?? '';
	const cause = random.below(2) === 0 ? [`Caused by: f3.c: ${random.below(9)}`, pick()] : [];
	return [thrown, ...Array.from({ length: 1 + random.below(8) }, pick), ...cause].join('\n');
}

describe('Traces of many records', () => {
	const temporary = useTemporaryFolder();
	const pace = new Pace(never);
	const wantedOf = (file: string, version: string): WantedMapping => ({
		question: { kind: 'r8', application: [], version, patterns: [], remembered: file },
		candidates: [{ path: file, relativePath: undefined, modified: 1 }],
	});
	const provenBy = (wanted: readonly WantedMapping[], mappings = new OpenMappings()) =>
		new ProvenTraces([{ wanted, osName: 'android' }], mappings, new KnownMapIds());

	it('are deobfuscated as each of them alone', async () => {
		const random = new Random(12);
		const many = provenBy([wantedOf(release, '2.4.1')]);
		const outcomes = new Set<string>();
		for (let round = 0; round < 400; round++) {
			const text = traceOf(random, random.below(2) === 0 ? 'SourceFile' : `r8-map-id-${mapHash}`);
			const trace = parseTrace(text);
			const shown = await many.shown(trace, 0, pace);
			const file = { kind: 'r8', path: release, chosen: true, ofVersion: true } as const;
			const alone = await applyMappings(trace, [file], new OpenMappings(), never, 'build');
			outcomes.add(shown?.kind ?? 'plain');
			if (shown) {
				assert.equal(shown.kind === 'deobfuscated', alone.mapped !== undefined, text);
				assert.deepEqual(shown.kind === 'deobfuscated' && shown.trace, alone.mapped ? alone.plain : false, text);
			}
		}
		assert.deepEqual([...outcomes].sort(), ['deobfuscated', 'unproven']);
	});

	it('are all of one state of a file that a build writes again meanwhile', async () => {
		const file = path.join(temporary.path, 'mapping.txt');
		await mkdir(temporary.path, { recursive: true });
		await copyFile(release, file);
		const mappings = new OpenMappings();
		const many = provenBy([wantedOf(file, '2.4.1')], mappings);
		const linesOf = async (frame: string) => {
			const shown = await many.shown(parseTrace(`java.lang.Error: no\n\tat ${frame}`), 0, pace);
			return shown?.kind === 'deobfuscated' ? shown.trace.lines[1] : shown?.kind;
		};
		assert.match((await linesOf('f3.c.d(SourceFile:3)')) ?? '', /ProductAdapter\.onBindViewHolder/);
		await writeFile(
			file,
			'com.example.Desk -> e3.b:\n    1:9:void sit(int):20:28 -> a\ncom.example.Lamp -> f3.c:\n    1:9:void shine():1:9 -> d\n',
		);
		assert.match((await linesOf('e3.b.a(SourceFile:3)')) ?? '', /com\.example\.Desk\.sit/);
		assert.match((await linesOf('f3.c.d(SourceFile:3)')) ?? '', /com\.example\.Lamp\.shine/);
	});
});
