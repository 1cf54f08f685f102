import assert from 'node:assert/strict';
import { SiteHash } from '../../../../../../src/core/records/query/frameSites/siteHash';
import { framePath } from '../../../../../../src/core/stack/trace/framePath';
import { Random } from '../../../../../support/random';

const place = { kind: 'managed', line: 0, text: '', type: 'a.B', method: 'c', flags: [] } as const;

function fileOf(file: string): readonly number[] | undefined {
	const hash = new SiteHash();
	return hash.of({ ...place, file }) ? [hash.file.low, hash.file.high] : undefined;
}

describe('file hash of a crash site', () => {
	it("hashes a file's case-folded base name, regardless of how its path is written", () => {
		const random = new Random(5);
		const parts = [
			'Cart.kt',
			'a',
			'É.ts',
			'..',
			'.',
			'',
			'C:',
			'x?y',
			'%41.js',
			'package:shop',
			'https:',
			'[b]',
			'B c.cs',
			'@AZaz09.Vue',
			'[Z`{.kt',
			'package:',
		] as const;
		for (let round = 0; round < 20_000; round++) {
			const slash = random.chance(0.5) ? '/' : '\\';
			const path = random.times(1 + random.below(4), () => random.pick(parts)).join(slash);
			const name = framePath(path).segments.at(-1);
			const { low, high } = new SiteHash().ofFile(name ?? '');
			assert.deepEqual(fileOf(path), name === undefined ? undefined : [low, high], path);
		}
	});

	it('file hash ignores the case of a name and differs for different names', () => {
		assert.deepEqual(fileOf('src/CART.kt'), fileOf('Cart.KT'));
		assert.notDeepEqual(fileOf('Cart.kt'), fileOf('Cart.ks'));
	});
});

describe('crash site hash', () => {
	it('crash site hash differs if the file, type, method, line or column differs', () => {
		const hashOf = (other: object) => {
			const hash = new SiteHash();
			hash.of({ ...place, file: 'Cart.kt', line1: 3, column1: 4, ...other });
			return `${hash.site.low} ${hash.site.high}`;
		};
		const others = [{}, { file: 'a.kt' }, { type: 'a' }, { type: 'a.Bc', method: '' }, { line1: 4 }, { column1: 5 }];
		assert.equal(new Set(others.map(hashOf)).size, others.length);
		assert.equal(hashOf({ method: 'lambda$0', enclosing: { type: 'a.B', method: 'c' } }), hashOf({}));
	});
});
