import assert from 'node:assert/strict';
import { runSynchronously } from '../../../../../../src/core/common/cooperativeTask';
import { Scheduler } from '../../../../../../src/core/common/scheduler';
import { Snapshot } from '../../../../../../src/core/records/query/execution/snapshot';
import { makeKeys } from '../../../../../../src/core/records/query/keys/derivedCodes';
import { AlikeTraces } from '../../../../../../src/core/records/query/keys/derivedColumn';
import { keySource } from '../../../../../../src/core/records/query/keys/keyOfText';
import { groupedTrace } from '../../../../../../src/core/stack/grouping/groupKey';
import { KnownMapIds } from '../../../../../../src/core/stack/mapping/knownMapIds';
import { OpenMappings } from '../../../../../../src/core/stack/mapping/openMappings';
import { ProvenTraces } from '../../../../../../src/core/stack/mapping/provenTraces';
import { noOwnCode, OwnCode } from '../../../../../../src/core/stack/own/ownCode';
import { inParts } from '../../../../../support/length';
import { Random } from '../../../../../support/random';
import { mapHash } from '../../../../../support/sampleFrames/android';
import { sampleTraces } from '../../../stack/support/sampleTraces';
import { wholeTraces } from '../../../stack/support/wholeTraces';
import { foundFor, release } from '../support/minified';
import { textTable } from '../support/querying';

/** Records with even numbers are from the release, the others from a build without a mapping. */
const origins = [
	{ wanted: foundFor('2.4.1', release, 'r8').wanted, osName: 'android' },
	{ wanted: undefined, osName: 'android' },
];

async function toldOf(texts: readonly string[], own: OwnCode, isMapped: boolean, originOf: (record: number) => number) {
	const snapshot = new Snapshot(
		textTable(
			'raw',
			texts.map((text) => [text]),
			['error'],
		),
		own,
	);
	const source = keySource({ kind: 'frames' }, snapshot);
	assert.ok(source.kind === 'derived');
	const shown = {
		traces: () => new ProvenTraces(origins, new OpenMappings(), new KnownMapIds()),
		originOf,
		bytes: 0,
	};
	const scheduler = new Scheduler(new AbortController().signal);
	const { keys, outcomes } = await makeKeys(snapshot, source, scheduler, isMapped ? shown : undefined);
	const { codes, lows, highs, topLows, topHighs, sites } = keys;
	return texts.map((_, record) => {
		const code = codes[record] ?? 0;
		const list = sites.codes[record] ?? 0;
		const members = sites.members.subarray(sites.ends[list - 1] ?? 0, sites.ends[list] ?? 0);
		return {
			key: code === 0 ? [] : [lows[code], highs[code], topLows[code], topHighs[code]],
			sites:
				list < 2 ? [list] : Array.from(members, (site) => [site && sites.lows[site], site && sites.fileLows[site]]),
			isDeobfuscated: outcomes?.isDeobfuscated(record),
		};
	});
}

async function assertAsAlone(texts: readonly string[], own: OwnCode, isMapped: boolean) {
	const together = await toldOf(texts, own, isMapped, (record) => record % 2);
	for (const [record, text] of texts.entries()) {
		const [alone] = await toldOf([text], own, isMapped, () => record % 2);
		assert.deepEqual(together[record], alone, `record ${record} of ${texts.length}: ${text}`);
	}
	return together;
}

const heads = [
	'java.lang.IllegalStateException: item 17',
	'java.lang.IllegalStateException: item 18 of f3.c.d()',
	'f3.a: no title',
	'e3.a',
	'Caused by: java.lang.IllegalStateException: f3.c',
	'Caused by: g3.b: x',
	'\tSuppressed: java.io.IOException',
] as const;

const lines = [
	`f3.c.d(r8-map-id-${mapHash}:3)`,
	'f3.c.d(SourceFile:3)',
	'f3.c.d(SourceFile:2)',
	'e3.b.a(SourceFile:1)',
	'e3.b.a(SourceFile:4)',
	'g3.b.a(SourceFile:2)',
	'g3.b.a(Unknown Source:2)',
	'com.example.shop.checkout.CheckoutActivity.onCreate(SourceFile:10)',
	'com.example.shop.Main.main(Main.java:7)',
	'com.example.shop.Main.main(Main.java:8)',
	'androidx.recyclerview.widget.RecyclerView$e.c(SourceFile:4)',
	'android.os.Looper.loop(Looper.java:1)',
	'android.os.Looper.loop(Looper.java:2)',
	'android.os.Handler.post(Handler.java:3)',
	'java.util.List.a(SourceFile:3)',
	'android.app.Patched.run(Patched.java:4)',
] as const;

function javaText(random: Random): string {
	const stack = () => {
		const frames = random.times(1 + random.below(5), () => `\tat ${random.pick(lines)}`);
		return random.chance(0.3) ? [...frames, `\t... ${1 + random.below(4)} more`] : frames;
	};
	const parts = random.times(1 + random.below(3), () => [random.pick(heads), ...stack()].join('\n'));
	return parts.join('\n');
}

function varied(text: string, random: Random): string {
	const all = text.split('\n');
	const at = random.below(all.length);
	const isFrame = all[at]?.startsWith('\tat') === true;
	return all.with(at, isFrame ? `\tat ${random.pick(lines)}` : random.pick(heads)).join('\n');
}

describe('cache for similar stack traces', () => {
	it('caching does not change how similar stack traces of app code are grouped', async function () {
		this.timeout(120_000);
		const random = new Random(20_261_124);
		const samples = [...sampleTraces(1), ...wholeTraces].map(({ text }) => text).filter(({ length }) => length < 5000);
		const texts = samples.flatMap((text) => {
			const whole = text.split('\n');
			return [text, ...random.times(3, () => whole.filter(() => !random.chance(0.1)).join('\n'))].concat(
				// The same location with another message, in another thread or at another address.
				text.replace(/\d(?=\D*$)/, '4').replace(/item|Thread \d/, 'other'),
				text.replace(/0x[\da-f]{4}/g, '0x1234'),
			);
		});
		await assertAsAlone(texts, noOwnCode, false);
	});

	for (const [isMapped, words] of [
		[false, 'without a mapping'],
		[true, 'after deobfuscation'],
	] as const) {
		inParts(`caching does not change how similar Java stack traces are grouped, ${words}`, 4, async (part) => {
			const random = new Random((isMapped ? 7 : 8) + part);
			const own = new OwnCode(['file android.app/Patched.java']);
			for (const declared of [noOwnCode, own]) {
				const texts = random
					.times(15, () => javaText(random))
					.flatMap((text) => [text, text, ...random.times(12, () => varied(text, random))]);
				const told = await assertAsAlone(texts, declared, isMapped);
				assert.equal(told.filter(({ isDeobfuscated }) => isDeobfuscated).length > 12, isMapped);
			}
		});
	}

	it('distinguishes similar traces by the number of elided frames', async () => {
		const text = (looper: number, elided: number) =>
			[
				'java.lang.RuntimeException: a',
				`\tat f3.c.d(r8-map-id-${mapHash}:3)`,
				...Array.from({ length: looper }, () => '\tat android.os.Looper.loop(Looper.java:1)'),
				'\tat e3.b.a(SourceFile:1)',
				'Caused by: java.lang.IllegalStateException: b',
				'\tat android.os.Handler.post(Handler.java:3)',
				`\t... ${elided} more`,
			].join('\n');
		const texts = [text(1, 1), text(1, 1), text(1, 3), text(1, 3), text(3, 3), text(3, 3), text(0, 2), text(0, 2)];
		const told = await assertAsAlone(texts, noOwnCode, true);
		assert.equal(new Set(told.filter((_, record) => record % 2 === 0).map(({ key }) => JSON.stringify(key))).size, 2);
	});

	it('does not reuse the result for similar stack traces if a mapping file contains one of their platform classes', async () => {
		const trace = runSynchronously(
			groupedTrace(`a.b: c\n\tat f3.c.d(SourceFile:3)\n\tat android.os.Looper.loop(Looper.java:1)`),
		);
		const alike = new AlikeTraces(() => false);
		for (const names of [true, false]) {
			assert.equal(alike.find(trace, 0), undefined);
			alike.keep('made', (type) => type !== 'android.os.Looper' || !names);
		}
		assert.equal(alike.find(trace, 0), 'made');
		assert.equal(alike.find(trace, 1), undefined);
	});
});
