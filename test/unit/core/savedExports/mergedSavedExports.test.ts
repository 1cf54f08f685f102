import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstPlan, type Plan } from '../../../../src/core/plan/plan';
import { savedExportFolders } from '../../../../src/core/savedExports/savedExport';
import { savedExportFileName, serializeSavedExport } from '../../../../src/core/savedExports/serializeSavedExport';
import { requireGit } from '../../../support/gitImport';
import { useTemporaryFolder } from '../export/support/temporaryFolder';
import { saved } from './support/savedTexts';

const exports = 50;

describe('merging saved exports with Git', () => {
	before(function () {
		requireGit(this);
	});

	const repository = useTemporaryFolder();
	const folder = () => join(repository.path, ...savedExportFolders);
	const git = (...args: readonly string[]) =>
		execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
			cwd: repository.path,
			encoding: 'utf8',
		});

	function write(name: string, change: Partial<Plan> = {}): void {
		const text = serializeSavedExport({ name, plan: { ...firstPlan({ id: '101', name: 'Shop' }), ...change } });
		writeFileSync(join(folder(), savedExportFileName(name)), text);
	}

	it('merges a branch that renames 50 saved exports with a branch that changes their filters', () => {
		mkdirSync(folder(), { recursive: true });
		const numbers = Array.from({ length: exports }, (_, number) => number);
		const fieldsOf = (number: number) => ['error', 'error_name', ...(number % 2 === 0 ? ['city'] : ['os_name'])];
		git('init', '--quiet', '--initial-branch=main');
		for (const number of numbers) {
			write(`Export ${number}`, { fields: fieldsOf(number), limit: number + 1 });
		}
		git('add', '.');
		git('commit', '--quiet', '-m', 'base');
		git('switch', '--quiet', '-c', 'renamed');
		for (const number of numbers) {
			rmSync(join(folder(), savedExportFileName(`Export ${number}`)));
			write(`Renamed ${number}`, { fields: fieldsOf(number), limit: number + 1 });
		}
		git('add', '.');
		git('commit', '--quiet', '-m', 'rename');
		git('switch', '--quiet', 'main');
		for (const number of numbers) {
			const filters = [{ field: 'os_name', value: 'ios' }];
			write(`Export ${number}`, { fields: fieldsOf(number), limit: number + 1, filters });
		}
		git('commit', '--quiet', '-am', 'filter');
		git('merge', '--quiet', '-m', 'merge', 'renamed');
		const files = readdirSync(folder());
		assert.equal(files.length, exports);
		for (const file of files) {
			const { name, filters, limit } = saved(readFileSync(join(folder(), file), 'utf8'));
			assert.equal(name, `Renamed ${(limit ?? 0) - 1}`);
			assert.equal(file, savedExportFileName(name));
			assert.deepEqual(filters, [{ field: 'os_name', value: 'ios' }]);
		}
	});
});
