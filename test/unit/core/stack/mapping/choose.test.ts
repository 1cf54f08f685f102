import assert from 'node:assert/strict';
import {
	candidateGlobs,
	chooseMapping,
	type MappingCandidate,
	type MappingQuestion,
} from '../../../../../src/core/stack/mapping/choose';

const root = '/code/shop';
const buildFolder = 'app/build/outputs/mapping';

function candidate(relativePath: string, more: Partial<MappingCandidate> = {}): MappingCandidate {
	return { path: `${root}/${relativePath}`, relativePath, modified: 1000, ...more };
}

const question: MappingQuestion = {
	kind: 'r8',
	application: ['com.example.shop', 'Shop'],
	version: '2.4.1',
	patterns: [],
	remembered: undefined,
};

function choose(candidates: readonly MappingCandidate[], more: Partial<MappingQuestion> = {}) {
	const { ranked, refused } = chooseMapping(candidates, { ...question, ...more });
	return {
		ranked: ranked.map(({ candidate: { path }, reason }) => `${reason} ${path.replace(`${root}/`, '')}`),
		refused: refused.map(({ path }) => path.replace(`${root}/`, '')),
	};
}

const value = (name: string) => `\${${name}}`;

describe('mapping file selection', () => {
	it('ranks mapping files in the build folder by time, with release builds first', () => {
		assert.deepEqual(
			choose([
				candidate(`${buildFolder}/debug/mapping.txt`, { modified: 9000 }),
				candidate(`${buildFolder}/beta/mapping.txt`, { modified: 8000 }),
				candidate(`${buildFolder}/paidRelease/mapping.txt`),
				candidate(`${buildFolder}/release/mapping.txt`, { modified: 2000 }),
				candidate('notes/mapping.txt', { modified: 9999 }),
			]).ranked,
			[
				`buildFolder ${buildFolder}/release/mapping.txt`,
				`buildFolder ${buildFolder}/paidRelease/mapping.txt`,
				`buildFolder ${buildFolder}/beta/mapping.txt`,
				`buildFolder ${buildFolder}/debug/mapping.txt`,
			],
		);
	});

	it('ranks mapping files in this order: matching ID, user choice, version, setting, build folder', () => {
		const headers = [{ mapId: 'c28f1fe' }];
		assert.deepEqual(
			choose(
				[
					candidate(`${buildFolder}/release/mapping.txt`),
					candidate('maps/newest.txt'),
					candidate('maps/Shop/2.4.1.txt'),
					candidate('chosen.txt'),
					candidate('anywhere/old.txt', { headers }),
				],
				{
					mapId: `c28f1fe${'0'.repeat(57)}`,
					patterns: ['maps/*.txt', `maps/${value('app')}/${value('version')}.txt`],
					remembered: `${root}/chosen.txt`,
				},
			).ranked,
			[
				'mapId anywhere/old.txt',
				'remembered chosen.txt',
				'version maps/Shop/2.4.1.txt',
				'setting maps/newest.txt',
				`buildFolder ${buildFolder}/release/mapping.txt`,
			],
		);
	});

	it("rejects a mapping file with another build's ID even if the user chose the file", () => {
		assert.deepEqual(
			choose([candidate('chosen.txt', { headers: [{ mapId: '0000000' }] })], {
				mapId: 'c28f1fe0',
				remembered: `${root}/chosen.txt`,
			}),
			{ ranked: [], refused: ['chosen.txt'] },
		);
	});

	it('ranks mapping files by the order of the patterns in the setting and then by time', () => {
		assert.deepEqual(
			choose(
				[
					candidate('b/1.txt'),
					candidate('b/2.txt', { modified: 2000 }),
					candidate('a/1.txt'),
					candidate('x.txt', { path: '/maps/x.txt', relativePath: undefined }),
				],
				{ patterns: ['/maps/*.txt', 'a/*.txt', 'b/*.txt'] },
			).ranked,
			['setting /maps/x.txt', 'setting a/1.txt', 'setting b/2.txt', 'setting b/1.txt'],
		);
	});

	it('recognizes the exact app version in the path of a mapping file', () => {
		const paths = ['2.4.1', 'v2.4.1', '2.4.10', '12.4.1', '2.4.1.3', '2.4', 'shop-2.4.1', 'shop-2.4.1-release'];
		const { ranked } = choose(
			paths.map((name) => candidate(`maps/${name}/mapping.txt`)),
			{ patterns: ['maps/*/mapping.txt'] },
		);
		assert.deepEqual(
			ranked.flatMap((one) => (one.startsWith('version ') ? [one.split('/')[1]] : [])),
			['2.4.1', 'shop-2.4.1-release', 'shop-2.4.1', 'v2.4.1'],
		);
	});

	it("treats record values in a pattern as plain text, so that a version can't change the folder", () => {
		assert.deepEqual(
			choose([candidate('maps/secret.txt'), candidate('secret.txt')], {
				version: '../secret',
				patterns: [`maps/${value('version')}.txt`],
			}).ranked,
			[],
		);
		const { setting } = candidateGlobs({ ...question, version: '../..', patterns: [`maps/${value('version')}.txt`] });
		assert.deepEqual(setting, []);
	});

	it('chooses the source map of the bundle that contains the frame', () => {
		const folder = 'android/app/build/generated/sourcemaps/react/release';
		assert.deepEqual(
			choose([candidate(`${folder}/index.android.bundle.map`), candidate('ios/build/main.jsbundle.map')], {
				kind: 'sourceMap',
				bundle: 'index.android.bundle',
			}).ranked,
			[`buildFolder ${folder}/index.android.bundle.map`],
		);
	});

	it('returns glob patterns to search for mapping files', () => {
		const { setting, usual } = candidateGlobs({
			...question,
			patterns: [`maps/${value('app')}/${value('version')}.txt`],
		});
		assert.deepEqual(setting, ['maps/com.example.shop/2.4.1.txt', 'maps/Shop/2.4.1.txt']);
		assert.ok(usual.includes('**/build/outputs/mapping/*/mapping.txt'));
	});

	it('distinguishes mapping files from source maps in the same folder by name', () => {
		const files = [candidate('symbols/mapping.txt'), candidate('symbols/index.android.bundle.map')];
		const patterns = ['symbols/*'];
		assert.deepEqual(choose(files, { patterns }).ranked, ['setting symbols/mapping.txt']);
		assert.deepEqual(choose(files, { patterns, kind: 'sourceMap' }).ranked, [
			'setting symbols/index.android.bundle.map',
		]);
	});
});
