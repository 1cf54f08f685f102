import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What changes files with `node:fs` itself, and need not look first whether the folder is still its own: the files of the
 * locks and the marks bear a token in their names or their text, and `rmdir` takes nothing that holds something.
 */
const free = ['durableFile.ts', 'exportLock.ts', 'exportLockFiles.ts', 'locks/lockThread.ts', 'openMarks.ts'];
const changing = /^import \{([^}]*)\} from 'node:fs\/promises';/m;

describe('Folders of exports', () => {
	it('are changed only with the files of who holds them', () => {
		const folder = join('src', 'core', 'export');
		const wrong = readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts') && !free.includes(file))
			.filter((file) => {
				const names = changing.exec(readFileSync(join(folder, file), 'utf8'))?.[1]?.split(',') ?? [];
				return names.some((name) => /^\s*(rm|rename|writeFile|appendFile|chmod|truncate|mkdir)\b/.test(name));
			});
		assert.deepEqual(
			wrong,
			[],
			'an owner that stood still must not change what is another one’s by now: see heldFiles.ts',
		);
	});
});
