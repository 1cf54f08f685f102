import assert from 'node:assert/strict';
import { compareMapId } from '../../../../../../src/core/stack/mapping/r8/mapId';
import { retraceFit } from '../../../../../../src/core/stack/mapping/r8/retraceFit';
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
const fitFor = (trace: string, map = mapping) => retraceFit(javaTrace(trace), namesOf(map), indexOf(map).headers);

describe('How a mapping fits a trace', () => {
	it('is whole when each class and position is in it', () => {
		assert.deepEqual(fitFor('x.Error: no\n at a.a.a(SourceFile:4)\n at a.b.a(SourceFile:9)\n at a.a.b(SourceFile)'), {
			kind: 'fits',
			by: 'score',
			score: 1,
		});
	});

	it('does not count classes of the platform', () => {
		const platform = ' at java.lang.Math.addExact(Math.java:883)\n at android.os.Looper.loop(Looper.java:12)';
		assert.deepEqual(fitFor(` at a.a.a(SourceFile:4)\n${platform}`), { kind: 'fits', by: 'score', score: 1 });
		assert.deepEqual(fitFor(platform), { kind: 'nothingToMap' });
	});

	it('is refused when few classes are known or positions are outside', () => {
		assert.deepEqual(fitFor(' at a.a.a(SourceFile:4)\n at q.a.a(SourceFile:9)'), {
			kind: 'doesNotFit',
			reason: 'fewFound',
			score: 0.5,
		});
		assert.deepEqual(fitFor(' at a.a.a(SourceFile:40)\n at a.b.a(SourceFile:99)'), {
			kind: 'doesNotFit',
			reason: 'fewFound',
			score: 0,
		});
	});

	it('counts a method that is not named as half', () => {
		assert.deepEqual(fitFor(' at a.a.a(SourceFile:4)\n at a.a.zz(SourceFile:4)'), {
			kind: 'fits',
			by: 'score',
			score: 0.75,
		});
	});

	it('counts each frame of a recursion once', () => {
		const recursion = ' at a.a.a(SourceFile:4)\n'.repeat(50);
		assert.deepEqual(fitFor(`${recursion} at q.a.a(SourceFile:9)`), {
			kind: 'doesNotFit',
			reason: 'fewFound',
			score: 0.5,
		});
	});

	it('says so when the trace has its original names already', () => {
		assert.deepEqual(fitFor(' at shop.Cart.add(Cart.kt:12)\n at shop.Tax.rate(Tax.kt:33)'), {
			kind: 'doesNotFit',
			reason: 'notMinified',
			score: 0,
		});
	});

	it('is certain by the id that the trace and the mapping share, and as certainly not by another', () => {
		assert.deepEqual(fitFor(` at q.a.a(r8-map-id-${hash}:4)`), { kind: 'fits', by: 'mapId', score: 0 });
		assert.deepEqual(fitFor(` at a.a.a(r8-map-id-${'0'.repeat(64)}:4)`), {
			kind: 'doesNotFit',
			reason: 'otherMapId',
			score: 1,
		});
		assert.deepEqual(fitFor(` at a.a.a(r8-map-id-${hash}:4)`, mapping.replace('# pg_map_id: c28f1fe\n', '')), {
			kind: 'fits',
			by: 'score',
			score: 1,
		});
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
