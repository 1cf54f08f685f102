import assert from 'node:assert/strict';
import { runSynchronously } from '../../../../../../src/core/common/cooperativeTask';
import { compareMapId } from '../../../../../../src/core/stack/mapping/r8/mapId';
import { retraceFit } from '../../../../../../src/core/stack/mapping/r8/retraceFit';
import { parseTrace } from '../../../../../../src/core/stack/parse/parseTrace';
import type { Trace } from '../../../../../../src/core/stack/trace/model';
import { javaTrace } from '../support/javaTrace';
import { getNames, indexOf } from '../support/mappingText';

const hash = 'c28f1fefe636767cb6958a8285b5b92fbdd847246543d1475982dfa7be5c6863';
const mapping = `# pg_map_id: c28f1fe
shop.Cart -> a.a:
    1:9:void add(int):10:18 -> a
    void clear() -> b
shop.Tax -> a.b:
    1:9:void rate():30:38 -> a
`;
const fitOf = (trace: Trace, map = mapping, ofVersion = false) =>
	runSynchronously(retraceFit(trace, getNames(map), { headers: indexOf(map).headers, ofVersion }));
const fitFor = (trace: string, map = mapping, ofVersion = false) => fitOf(javaTrace(trace), map, ofVersion);

const by = (kind: 'names' | 'version', score: number) => ({ kind: 'fits', by: kind, score });
const fewFound = (score: number) => ({ kind: 'doesNotFit', reason: 'fewFound', score });

describe('match between an R8 mapping and a stack trace', () => {
	it('mapping matches completely if it contains all classes and positions in a stack trace', () => {
		assert.deepEqual(
			fitFor('x.Error: no\n at a.a.a(SourceFile:4)\n at a.b.a(SourceFile:9)\n at a.a.b(SourceFile)'),
			by('names', 1),
		);
	});

	it('ignores platform classes when it scores a mapping', () => {
		const platform = ' at java.lang.Math.addExact(Math.java:883)\n at android.os.Looper.loop(Looper.java:12)';
		assert.deepEqual(fitFor(` at a.a.a(SourceFile:4)\n${platform}`), by('names', 1));
		assert.deepEqual(fitFor(platform), { kind: 'nothingToMap' });
	});

	it('rejects a mapping that contains too few of the classes or positions', () => {
		assert.deepEqual(fitFor(' at a.a.a(SourceFile:4)\n at q.a.a(SourceFile:9)'), fewFound(0.5));
		assert.deepEqual(fitFor(' at a.a.a(SourceFile:40)\n at a.b.a(SourceFile:99)'), fewFound(0));
	});

	it('rejects a mapping if its minified classes lack the methods in a stack trace', () => {
		assert.deepEqual(fitFor(' at a.a.a(SourceFile:4)\n at a.a.zz(SourceFile:4)'), fewFound(0.5));
		assert.deepEqual(fitFor(' at a.a.run(SourceFile:4)'), fewFound(0));
	});

	it('rejects a mapping that leaves one frame unexplained in a stack trace with four or more frames', () => {
		const three = [1, 2, 3].map((line) => ` at a.a.a(SourceFile:${line})`);
		assert.deepEqual(fitFor([...three.slice(1), ' at q.a.a(SourceFile:9)'].join('\n')), by('names', 2 / 3));
		assert.deepEqual(fitFor([...three, ' at q.a.a(SourceFile:9)'].join('\n')), fewFound(0.75));
	});

	it('does not lower the score of a mapping because of unrenamed methods or third-party classes', () => {
		const retained = `${mapping}shop.Shop -> shop.Shop:\n    1:1:void open():3:3 -> a\n`;
		const frames = [
			'a.a.a(SourceFile:4)',
			// A mapping file contains no entry for code that keeps its name and lines.
			'shop.Shop.onCreate(SourceFile:31)',
			'a.a.run(SourceFile)',
			'a.a.run(Unknown Source:7)',
			// Frames in code of the device manufacturer and of WebView.
			'com.maker.widget.Board.draw(Board.java:9)',
			'WV.B8.a(chromium-TrichromeWebViewGoogle6432.aab-stable-677820033:7)',
		];
		assert.deepEqual(fitFor(frames.map((frame) => ` at ${frame}`).join('\n'), retained), by('names', 1));
		assert.deepEqual(fitFor(' at a.a.a(SourceFile:4)\n at shop.Shop.b(SourceFile:1)', retained), fewFound(0.5));
	});

	it('rejects a mapping whose source file name differs from the one in the stack trace', () => {
		const named = mapping.replace('a.a:\n', 'a.a:\n# {"id":"sourceFile","fileName":"Cart.kt"}\n');
		assert.deepEqual(fitFor(' at a.a.a(Cart.kt:4)', named), by('names', 1));
		assert.deepEqual(fitFor(' at a.a.a(Basket.kt:4)', named), fewFound(0));
	});

	it('reports that a mapping fits because the app version matches', () => {
		assert.deepEqual(fitFor(' at a.a.a(SourceFile:4)', mapping, true), by('version', 1));
		assert.deepEqual(fitFor(' at q.a.a(SourceFile:4)', mapping, true), fewFound(0));
	});

	it('requires a matching app version or mapping ID if only the exception name is minified', () => {
		for (const text of ['Caused by: a.a: no', 'a.a: no', '[CIRCULAR REFERENCE: a.a: no]']) {
			assert.deepEqual(fitOf(parseTrace(text)), { kind: 'doesNotFit', reason: 'unproven', score: 0 }, text);
			assert.deepEqual(fitOf(parseTrace(text), mapping, true), by('version', 1));
			assert.deepEqual(fitOf(parseTrace(text.replace('a.a', 'q.q'))), { kind: 'nothingToMap' });
		}
	});

	it('counts each recursive frame once when it scores a mapping', () => {
		const recursion = ' at a.a.a(SourceFile:4)\n'.repeat(50);
		assert.deepEqual(fitFor(`${recursion} at q.a.a(SourceFile:9)`), fewFound(0.5));
	});

	it('reports that a stack trace already contains the original names', () => {
		assert.deepEqual(fitFor(' at shop.Cart.add(Cart.kt:12)\n at shop.Tax.rate(Tax.kt:33)'), {
			kind: 'doesNotFit',
			reason: 'notMinified',
			score: 0,
		});
	});

	it('accepts a mapping with the same ID as the stack trace and rejects one with a different ID', () => {
		assert.deepEqual(fitFor(` at q.a.a(r8-map-id-${hash}:4)`), { kind: 'fits', by: 'mapId', score: 0 });
		assert.deepEqual(fitFor(` at a.a.a(r8-map-id-${'0'.repeat(64)}:4)`), {
			kind: 'doesNotFit',
			reason: 'otherMapId',
			score: 1,
		});
		assert.deepEqual(
			fitFor(` at a.a.a(r8-map-id-${hash}:4)`, mapping.replace('# pg_map_id: c28f1fe\n', '')),
			by('names', 1),
		);
	});
});

describe('mapping IDs', () => {
	it('treats mapping IDs as identical if one is a prefix of the other', () => {
		assert.equal(compareMapId(hash, [{ mapHash: hash }]), 'same');
		assert.equal(compareMapId(hash, [{ mapId: hash.slice(0, 7) }]), 'same');
		assert.equal(compareMapId(hash.slice(0, 7).toUpperCase(), [{ mapId: 'abcdef0' }, { mapHash: hash }]), 'same');
		assert.equal(compareMapId(hash, [{ mapId: 'abcdef0' }]), 'other');
	});

	it('missing or very short mapping IDs do not prove that a mapping matches', () => {
		assert.equal(compareMapId(undefined, [{ mapHash: hash }]), 'unknown');
		assert.equal(compareMapId(hash, []), 'unknown');
		assert.equal(compareMapId(hash.slice(0, 3), [{ mapHash: hash }]), 'unknown');
		assert.equal(compareMapId(hash, [{ mapId: 'c' }]), 'unknown');
	});
});
