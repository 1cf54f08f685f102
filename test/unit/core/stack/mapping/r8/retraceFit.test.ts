import assert from 'node:assert/strict';
import { atOnce } from '../../../../../../src/core/common/steps';
import { compareMapId } from '../../../../../../src/core/stack/mapping/r8/mapId';
import { retraceFit } from '../../../../../../src/core/stack/mapping/r8/retraceFit';
import { parseTrace } from '../../../../../../src/core/stack/parse/parseTrace';
import type { Trace } from '../../../../../../src/core/stack/trace/model';
import { javaTrace } from '../support/javaTrace';
import { indexOf, namesOf } from '../support/mappingText';

const hash = 'c28f1fefe636767cb6958a8285b5b92fbdd847246543d1475982dfa7be5c6863';
const mapping = `# pg_map_id: c28f1fe
shop.Cart -> a.a:
    1:9:void add(int):10:18 -> a
    void clear() -> b
shop.Tax -> a.b:
    1:9:void rate():30:38 -> a
`;
const fitOf = (trace: Trace, map = mapping, ofVersion = false) =>
	atOnce(retraceFit(trace, namesOf(map), { headers: indexOf(map).headers, ofVersion }));
const fitFor = (trace: string, map = mapping, ofVersion = false) => fitOf(javaTrace(trace), map, ofVersion);

const by = (kind: 'names' | 'version', score: number) => ({ kind: 'fits', by: kind, score });
const fewFound = (score: number) => ({ kind: 'doesNotFit', reason: 'fewFound', score });

describe('How a mapping fits a trace', () => {
	it('is whole when each class and position is in it', () => {
		assert.deepEqual(
			fitFor('x.Error: no\n at a.a.a(SourceFile:4)\n at a.b.a(SourceFile:9)\n at a.a.b(SourceFile)'),
			by('names', 1),
		);
	});

	it('does not count classes of the platform', () => {
		const platform = ' at java.lang.Math.addExact(Math.java:883)\n at android.os.Looper.loop(Looper.java:12)';
		assert.deepEqual(fitFor(` at a.a.a(SourceFile:4)\n${platform}`), by('names', 1));
		assert.deepEqual(fitFor(platform), { kind: 'nothingToMap' });
	});

	it('is refused when few classes are known or positions are outside', () => {
		assert.deepEqual(fitFor(' at a.a.a(SourceFile:4)\n at q.a.a(SourceFile:9)'), fewFound(0.5));
		assert.deepEqual(fitFor(' at a.a.a(SourceFile:40)\n at a.b.a(SourceFile:99)'), fewFound(0));
	});

	it('is refused when minified classes lack the methods', () => {
		assert.deepEqual(fitFor(' at a.a.a(SourceFile:4)\n at a.a.zz(SourceFile:4)'), fewFound(0.5));
		assert.deepEqual(fitFor(' at a.a.run(SourceFile:4)'), fewFound(0));
	});

	it('is refused from four frames on when one of a few is not explained', () => {
		const three = [1, 2, 3].map((line) => ` at a.a.a(SourceFile:${line})`);
		assert.deepEqual(fitFor([...three.slice(1), ' at q.a.a(SourceFile:9)'].join('\n')), by('names', 2 / 3));
		assert.deepEqual(fitFor([...three, ' at q.a.a(SourceFile:9)'].join('\n')), fewFound(0.75));
	});

	it('is not worse for methods that keep their names and for classes of others', () => {
		const kept = `${mapping}shop.Shop -> shop.Shop:\n    1:1:void open():3:3 -> a\n`;
		const frames = [
			'a.a.a(SourceFile:4)',
			// Nothing is written down for what keeps its name and its lines.
			'shop.Shop.onCreate(SourceFile:31)',
			'a.a.run(SourceFile)',
			'a.a.run(Unknown Source:7)',
			// Of the maker of the device, and of the browser within the application.
			'com.maker.widget.Board.draw(Board.java:9)',
			'WV.B8.a(chromium-TrichromeWebViewGoogle6432.aab-stable-677820033:7)',
		];
		assert.deepEqual(fitFor(frames.map((frame) => ` at ${frame}`).join('\n'), kept), by('names', 1));
		assert.deepEqual(fitFor(' at a.a.a(SourceFile:4)\n at shop.Shop.b(SourceFile:1)', kept), fewFound(0.5));
	});

	it('is refused where the trace has another source file than the mapping', () => {
		const named = mapping.replace('a.a:\n', 'a.a:\n# {"id":"sourceFile","fileName":"Cart.kt"}\n');
		assert.deepEqual(fitFor(' at a.a.a(Cart.kt:4)', named), by('names', 1));
		assert.deepEqual(fitFor(' at a.a.a(Basket.kt:4)', named), fewFound(0));
	});

	it('is told apart when the version says that it is the one', () => {
		assert.deepEqual(fitFor(' at a.a.a(SourceFile:4)', mapping, true), by('version', 1));
		assert.deepEqual(fitFor(' at q.a.a(SourceFile:4)', mapping, true), fewFound(0));
	});

	it('is told by the version or the ID only where nothing but a header is minified', () => {
		for (const text of ['Caused by: a.a: no', 'a.a: no', '[CIRCULAR REFERENCE: a.a: no]']) {
			assert.deepEqual(fitOf(parseTrace(text)), { kind: 'doesNotFit', reason: 'unproven', score: 0 }, text);
			assert.deepEqual(fitOf(parseTrace(text), mapping, true), by('version', 1));
			assert.deepEqual(fitOf(parseTrace(text.replace('a.a', 'q.q'))), { kind: 'nothingToMap' });
		}
	});

	it('counts each frame of a recursion once', () => {
		const recursion = ' at a.a.a(SourceFile:4)\n'.repeat(50);
		assert.deepEqual(fitFor(`${recursion} at q.a.a(SourceFile:9)`), fewFound(0.5));
	});

	it('says so when the trace has its original names already', () => {
		assert.deepEqual(fitFor(' at shop.Cart.add(Cart.kt:12)\n at shop.Tax.rate(Tax.kt:33)'), {
			kind: 'doesNotFit',
			reason: 'notMinified',
			score: 0,
		});
	});

	it('is certain by the ID that trace and mapping share, and refused by another', () => {
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

describe('Map ids', () => {
	it('are the same when one is the start of the other', () => {
		assert.equal(compareMapId(hash, [{ mapHash: hash }]), 'same');
		assert.equal(compareMapId(hash, [{ mapId: hash.slice(0, 7) }]), 'same');
		assert.equal(compareMapId(hash.slice(0, 7).toUpperCase(), [{ mapId: 'abcdef0' }, { mapHash: hash }]), 'same');
		assert.equal(compareMapId(hash, [{ mapId: 'abcdef0' }]), 'other');
	});

	it('prove nothing when they are missing or short', () => {
		assert.equal(compareMapId(undefined, [{ mapHash: hash }]), 'unknown');
		assert.equal(compareMapId(hash, []), 'unknown');
		assert.equal(compareMapId(hash.slice(0, 3), [{ mapHash: hash }]), 'unknown');
		assert.equal(compareMapId(hash, [{ mapId: 'c' }]), 'unknown');
	});
});
