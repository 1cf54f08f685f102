import assert from 'node:assert/strict';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { leadsThroughLink, writeConfiguration } from '../../../../src/core/agent/setUp/configurationFile';
import { skipBecause } from '../../../support/skipBecause';
import { useTemporaryFolder } from '../export/support/temporaryFolder';

describe('MCP client configuration file', () => {
	const folder = useTemporaryFolder();

	it('never writes an MCP client configuration through a symbolic link in the workspace', async function () {
		if (process.platform === 'win32') {
			skipBecause(this, 'Links require a permission on Windows.');
		}
		const [workspace, outside] = [join(folder.path, 'work'), join(folder.path, 'outside')];
		await mkdir(workspace);
		await mkdir(outside);
		await writeFile(join(outside, 'file'), 'x');
		await symlink(join(outside, 'file'), join(workspace, '.mcp.json'));
		await symlink(join(outside, 'missing'), join(workspace, 'dangling.json'));
		await symlink(outside, join(workspace, '.cursor'));
		for (const path of ['.mcp.json', 'dangling.json', '.cursor/mcp.json']) {
			assert.equal(await leadsThroughLink(join(workspace, path), workspace), true, path);
		}
		await assert.rejects(writeConfiguration(join(workspace, '.mcp.json'), '{}', false));
		assert.equal(await readFile(join(outside, 'file'), 'utf8'), 'x');
		const own = join(workspace, '.gemini', 'settings.json');
		assert.equal(await leadsThroughLink(own, workspace), false);
		await writeConfiguration(own, '{"a": 1}', false);
		await writeConfiguration(own, '{}', false);
		assert.equal(await readFile(own, 'utf8'), '{}');
		assert.equal(await leadsThroughLink(own, workspace), false);
	});
});
