import assert from 'node:assert/strict';
import { ClassScan } from '../../../../../../src/core/stack/mapping/r8/classScan';
import { indexOf } from '../support/mappingText';

const small = `# compiler: R8
# compiler_version: 8.3.36
# min_api: 24
# {"id":"com.android.tools.r8.mapping","version":"2.2"}
# pg_map_id: 48FFA21
# pg_map_hash: SHA-256 48ffa21c00000000000000000000000000000000000000000000000000000000
shop.Cart -> a.a:
# {"id":"sourceFile","fileName":"Cart.kt"}
    int total -> a
    1:1:void <init>():3:3 -> <init>
shop.CartKt -> a.b:
    # {"id":"com.android.tools.r8.synthesized"}
    # {"id":"sourceFile","fileName":"Cart.kt"}
  1:1:void open():9:9 -> a
    # {"id":"sourceFile","fileName":"Late.kt"}
`;

const namesIn = (mapping: string) =>
	indexOf(mapping).entries.map(({ original, minified }) => `${original} > ${minified}`);

describe('R8 mapping file index', () => {
	it('R8 mapping file index contains each class with its position and source file', () => {
		const { entries, byMinified, sourceFiles } = indexOf(small);
		assert.deepEqual(
			entries.map(({ original, minified, sourceFile, version }) => [original, minified, sourceFile, version]),
			[
				['shop.Cart', 'a.a', 'Cart.kt', 202],
				['shop.CartKt', 'a.b', 'Cart.kt', 202],
			],
		);
		const [first, second] = entries;
		assert.equal(small.slice(first?.start, first?.end).split('\n')[0], 'shop.Cart -> a.a:');
		assert.equal(first?.end, second?.start);
		assert.equal(second?.end, small.length);
		assert.deepEqual(byMinified.get('a.b'), [second]);
		assert.equal(sourceFiles.get('shop.Cart'), 'Cart.kt');
		assert.ok(!sourceFiles.has('a.a'));
	});

	it('reads the header comments of an R8 mapping file', () => {
		assert.deepEqual(indexOf(small).headers, [
			{
				compiler: 'R8',
				compilerVersion: '8.3.36',
				minimumApi: 24,
				version: 202,
				versionText: '2.2',
				mapId: '48ffa21',
				mapHash: '48ffa21c00000000000000000000000000000000000000000000000000000000',
			},
		]);
	});

	it('separates concatenated R8 mapping files that have different headers and versions', () => {
		const joined = indexOf(`${small}# compiler: R8\n# pg_map_id: 0000001\nshop.Tax -> b.c:\n    int rate -> a\n`);
		assert.deepEqual(
			joined.headers.map(({ mapId, version }) => [mapId, version]),
			[
				['48ffa21', 202],
				['0000001', 0],
			],
		);
		assert.deepEqual(
			joined.entries.map(({ version }) => version),
			[202, 202, 0],
		);
		assert.equal(joined.entries[1]?.end, small.length, 'the second header is in no class');
	});

	it('applies a version comment between classes to all subsequent classes', () => {
		const versions = indexOf(
			`a -> b:\n# {"id":"com.android.tools.r8.mapping","version":"1.0"}\nc -> d:\n` +
				`# {'id':'com.android.tools.r8.mapping','version':'2.0'}\ne -> f:\n` +
				`# {"id":"com.android.tools.r8.mapping","version":"experimental"}\ng -> h:\n` +
				`# {"id":"com.android.tools.r8.mapping","version":"9.1"}\ni -> j:\n`,
		).entries.map(({ version }) => version);
		assert.deepEqual(versions, [0, 100, 200, 0, 901]);
	});

	it('indexes an R8 mapping file without comments', () => {
		const index = indexOf('shop.Cart -> a.a:\n    void open() -> a\n');
		assert.deepEqual(index.headers, [{ version: 0 }]);
		assert.equal(index.entries.length, 1);
	});

	it('accepts an R8 mapping file with a byte order mark, CRLF, trailing spaces and no final line ending', () => {
		const windows = `\uFEFF${small.replaceAll('\n', '\r\n')}z.Z -> c.d: \t\r\nz.Y -> c.e:`;
		assert.deepEqual(namesIn(windows), ['shop.Cart > a.a', 'shop.CartKt > a.b', 'z.Z > c.d', 'z.Y > c.e']);
		assert.equal(indexOf(windows).headers[0]?.mapId, '48ffa21');
	});

	it('accepts non-ASCII names, dashes, package-info and arrows without spaces in an R8 mapping file', () => {
		assert.deepEqual(namesIn('магазин.Корзина -> а.б:\nshop.package-info -> a.b:\nx->y:\na.-$$Lambda$x -> e.a:\n'), [
			'магазин.Корзина > а.б',
			'shop.package-info > a.b',
			'x > y',
			'a.-$$Lambda$x > e.a',
		]);
	});

	it('R8 mapping file index ignores lines that do not start a class', () => {
		assert.deepEqual(namesIn('a b -> c:\n-> c:\na -> :\na(b) -> c:\nnothing:\n -> a:\n{"a": "b -> c:"}:\n'), []);
	});

	it('returns no source file for synthetic classes that R8 generated', () => {
		const { sourceFiles } = indexOf('a.B -> c:\n# {"id":"sourceFile","fileName":"R8$$SyntheticClass"}\n');
		assert.equal(sourceFiles.get('a.B'), undefined);
		assert.ok(sourceFiles.has('a.B'));
	});

	it('builds the same index of an R8 mapping file regardless of the lines at which the file is split', () => {
		const bytes = Buffer.from(small);
		const whole = indexOf(small);
		for (let cut = small.indexOf('\n') + 1; cut > 0; cut = small.indexOf('\n', cut) + 1) {
			const scan = new ClassScan();
			scan.push(bytes.subarray(0, cut), 0);
			scan.push(bytes.subarray(cut), cut);
			assert.deepEqual(scan.finish(bytes.length), whole);
		}
	});
});
