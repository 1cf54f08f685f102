import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { RepositoryTags } from '../../src/services/revisions/repositoryTags';
import type { GitRepository } from '../../src/vscode/git';
import { eventually } from '../support/vscode/waiting';

describe('The tags of a repository', () => {
	let refs: readonly { readonly name: string; readonly commit: string }[];
	let asked: string[];
	let objects: number;
	let changed: vscode.EventEmitter<void>;
	let tags: RepositoryTags;

	beforeEach(() => {
		refs = [{ name: 'v3.1', commit: 'a' }];
		asked = [];
		objects = 0;
		changed = new vscode.EventEmitter();
		const repository: Pick<GitRepository, 'state' | 'getRefs' | 'getObjectDetails'> = {
			state: { onDidChange: changed.event, remotes: [] },
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

	/** The repository says that it changed, as whenever a file is saved, and was looked at. */
	const look = async () => {
		asked = [];
		changed.fire();
		await eventually('Another look', async () => asked.includes('refs') || undefined);
	};

	it('tell once what a file is at a tag, however often others are saved', async () => {
		await tags.all();
		const details = await tags.detailsAt('v3.1', '/a');
		await look();
		assert.deepEqual(await tags.detailsAt('v3.1', '/a'), details);
		assert.deepEqual(asked, ['refs']);
	});

	it('tell it anew when a tag is another one', async () => {
		await tags.all();
		const { object } = await tags.detailsAt('v3.1', '/a');
		refs = [{ name: 'v3.1', commit: 'b' }];
		const told = new Promise((resolve) => tags.onDidChange(() => resolve(true)));
		await look();
		assert.equal(await told, true);
		assert.notEqual((await tags.detailsAt('v3.1', '/a')).object, object);
	});

	it('look again for a file that was not there', async () => {
		await assert.rejects(tags.detailsAt('v3.1', '/gone'));
		await assert.rejects(tags.detailsAt('v3.1', '/gone'));
		assert.equal(asked.length, 2);
	});
});
