import * as assert from 'node:assert/strict';
import { withoutBuildHash } from '../../../../../src/core/stack/trace/buildHash';
import { Random } from '../../../../support/random';

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = upper.toLowerCase();

const alphabets: readonly (readonly [name: string, alphabet: string, lengths: readonly number[]])[] = [
	['hexadecimal', '0123456789abcdef', [8, 10, 12, 16, 20, 32, 40, 64]],
	['hexadecimal in capitals', '0123456789ABCDEF', [8, 32, 40]],
	['base32', `${upper}234567`, [8, 10, 16, 26, 32]],
	['base62', `${upper}${lower}0123456789`, [8, 12, 20]],
	['base64url', `${upper}${lower}0123456789-_`, [8]],
	['base58', `${upper}${lower}123456789`.replace(/[IOl]/g, ''), [8, 12, 21]],
];

const names = ['index', 'index-settings', 'vendor-react', 'page-contact2', 'chunk', 'main', 'CartView', 'my-home-page'];

const realNames = [
	'index-settings',
	'index-dashboard',
	'vendor-react',
	'vendor-lodash-es',
	'page-contact2',
	'page-user42',
	'chunk-vendors',
	'main-es2015',
	'runtime-es2017',
	'app-v2',
	'lang-en-US',
	'locale-zh-Hans',
	'i18n-messages',
	'feature-flags',
	'product-list10',
	'base64-encoder',
	'page-e2e-test',
	'oauth2callback',
	'index-UserList',
	'index-CartView',
	'index-parseJSON',
	'index-HTMLViewer',
	'index-CheckoutV2',
	'index-workflow',
	'ProductDetailPage',
	'react-dom.production.min',
	'vue.runtime.esm-bundler',
	'zone.evergreen',
	'jquery-3.6.0.min',
	'main.dart',
	'_app',
	'404-notfound',
	'GraphQLClient',
	'ABTest',
	'iOSView',
	'RSAKey',
	'entry.client',
	'entry.server',
	'Cart.stories',
	'_plugin-vue_export-helper',
	'__vite-browser-external',
	'page-Web3Modal',
	'page-Step1View',
	'page-Vue3Router',
	'page-W3CValidator',
];

function hash(random: Random, alphabet: string, length: number): string {
	return random.times(length, () => alphabet.charAt(random.below(alphabet.length))).join('');
}

describe('withoutBuildHash()', () => {
	for (const [name, alphabet, lengths] of alphabets) {
		it(`returns the same name for a file in all builds if its hash is ${name}`, () => {
			const random = new Random(20_261_125);
			const left: string[] = [];
			let count = 0;
			for (const length of lengths) {
				for (const separator of ['-', '.', '_']) {
					for (let round = 0; round < 300; round++) {
						const file = random.pick(['index', ...names]);
						const hashed = `${file}${separator}${hash(random, alphabet, length)}`;
						count++;
						if (withoutBuildHash(`${hashed}.js`) !== `${file}.js`) {
							left.push(hashed);
						}
					}
				}
			}
			// Random letters can form a word, as in `index-Lemonade.js`.
			assert.ok(left.length <= count / 200, `${left.length} of ${count}: ${left.slice(0, 20).join(', ')}`);
		});
	}

	it('removes UUIDs and one or more build hashes from a file name', () => {
		const uuid = '91d66976-9a30-47d9-b752-57c97ac593c7';
		const files = [
			[`bundle-${uuid}.jsbundle`, 'bundle.jsbundle'],
			[`cart.${uuid}.js`, 'cart.js'],
			['main.0a1b2c3d.chunk.js', 'main.chunk.js'],
			['main.0a1b2c3d.9f8e7d6c.js', 'main.js'],
			['dotnet.native.8.0.1.k3x9w2ab7z.wasm', 'dotnet.native.8.0.1.wasm'],
			['index-Bk2-QwEr.js', 'index.js'],
			['index--Bk2QwE_.js', 'index.js'],
			['vendor-react-Is9SivGNQ5L1a-S37Ar0i0.js', 'vendor-react.js'],
			['en-446418fa9d4a30eaa606375063cb959823faeb42.js', 'en.js'],
			['index.W-oKFteoWz.js', 'index.js'],
			['index.UXra30ngjo70-DbGPQyWG29rdNEhBR2ZHA-NYO18Tdr.js', 'index.js'],
			['src_cart_ef6097._.js', 'src_cart._.js'],
			['src_cart_978989._.js', 'src_cart._.js'],
			['[root-of-the-server]__e2c2f5._.js', '[root-of-the-server]_._.js'],
			['_ef6097._.js', ''],
			['_id_.D3xA8b1_.js', '_id_.js'],
			['0a1b2c3d4e5f.js', ''],
			['3f2a9c0d1e2b4a5f6d7c8b9a0f1e2d3c', ''],
		] as const;
		for (const [file, expected] of files) {
			assert.equal(withoutBuildHash(file), expected, file);
		}
	});

	it('preserves file names that contain no build hash', () => {
		const changed = realNames.filter((name) => withoutBuildHash(`${name}.js`) !== `${name}.js`);
		assert.deepEqual(changed, []);
	});

	it('returns different names for different files with build hashes', () => {
		const random = new Random(7);
		const [, , [, alphabet]] = [...alphabets].reverse() as [unknown, unknown, (typeof alphabets)[number]];
		for (const prefix of ['', '__federation_expose_', '_', 'entry.', 'cart.$']) {
			const found = realNames.map((name) => withoutBuildHash(`${prefix}${name}-${hash(random, alphabet, 8)}.js`));
			assert.equal(new Set(found).size, realNames.length, found.join(' '));
		}
	});
});
