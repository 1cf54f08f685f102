import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { RepositoryTags } from '../../src/services/revisions/repositoryTags';
import type { GitRepository } from '../../src/vscode/git';
import { eventually } from '../support/vscode/waiting';

describe('Git tags of a repository', () => {
	let refs: readonly { readonly name: string; readonly commit: string }[];
	let asked: string[];
	let objects: number;
	let changed: vscode.EventEmitter<void>;
	let head: string;
	let tags: RepositoryTags;

	beforeEach(() => {
		refs = [{ name: 'v3.1', commit: 'a' }];
		asked = [];
		objects = 0;
		changed = new vscode.EventEmitter();
		head = 'a';
		const repository: Pick<GitRepository, 'state' | 'getRefs' | 'getObjectDetails' | 'diffBetween'> = {
			state: {
				onDidChange: changed.event,
				remotes: [],
				get HEAD() {
					return { commit: head };
				},
			},
			diffBetween: async (from, to) => {
				asked.push(`${from}..${to}`);
				return [];
			},
			getRefs: async () => {
				asked.push('refs');
				return refs;
			},
			getObjectDetails: async (revision, path) => {
				asked.push(`${revision} ${path}`);
				if (path === '/gone') {
					throw new Error('no such file');
				}
				return { object: `${++objects}`, size: 1 };
			},
		};
		tags = new RepositoryTags(repository as GitRepository);
	});

	afterEach(() => {
		tags.dispose();
		changed.dispose();
	});

	const look = async () => {
		asked = [];
		changed.fire();
		await eventually('Another look', async () => asked.includes('refs') || undefined);
	};

	it("reads a file's blob at a tag only once while other files are saved repeatedly", async () => {
		await tags.all();
		const details = await tags.detailsAt('v3.1', '/a');
		await look();
		assert.deepEqual(await tags.detailsAt('v3.1', '/a'), details);
		assert.deepEqual(asked, ['refs']);
	});

	it("reads a file's blob again when the tag points to another commit", async () => {
		await tags.all();
		const { object } = await tags.detailsAt('v3.1', '/a');
		refs = [{ name: 'v3.1', commit: 'b' }];
		const told = new Promise((resolve) => tags.onDidChange(() => resolve(true)));
		await look();
		assert.equal(await told, true);
		assert.notEqual((await tags.detailsAt('v3.1', '/a')).object, object);
	});

	it('reads the list of renamed files again only after a commit or checkout, and then reports a change', async () => {
		await tags.all();
		let changes = 0;
		tags.onDidChange(() => changes++);
		await tags.renamedSince('v3.1');
		await look();
		await tags.renamedSince('v3.1');
		assert.deepEqual([asked, changes], [['refs'], 0]);
		head = 'b';
		await look();
		await eventually('The change is reported', async () => changes === 1 || undefined);
		await tags.renamedSince('v3.1');
		assert.deepEqual(asked, ['refs', 'refs/tags/v3.1..HEAD']);
	});

	it('repeats the Git lookup of a file that did not exist at a tag', async () => {
		await assert.rejects(tags.detailsAt('v3.1', '/gone'));
		await assert.rejects(tags.detailsAt('v3.1', '/gone'));
		assert.equal(asked.length, 2);
	});
});
