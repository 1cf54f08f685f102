import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { skipBecause } from '../skipBecause';
import { script } from './agentClient';
import { type Shell, token } from './commandLine';

/** Runs commands from the documentation in Bash. `npx --no app-errors` starts the built command line. */
export class DocumentedCommands {
	private readonly programs: string;

	constructor(
		context: Mocha.Context,
		private readonly shell: Shell,
		private readonly folder: string,
		private readonly env: NodeJS.ProcessEnv = {},
	) {
		if (process.platform === 'win32') {
			skipBecause(context, 'The documented commands are for Bash.');
		}
		this.programs = join(shell.folder, 'bin');
		mkdirSync(this.programs, { recursive: true });
		this.addProgram('npx', `shift 2\nexec '${process.execPath}' '${script}' "$@"`);
	}

	addProgram(name: string, text: string): void {
		writeFileSync(join(this.programs, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
	}

	async run(commands: string): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
		const env = {
			PATH: `${this.programs}:${process.env['PATH']}`,
			HOME: this.shell.folder,
			APP_ERRORS_BASE_URL: this.shell.service.url,
			APP_ERRORS_TOKEN: token,
			APP_ERRORS_LIBRARY: 'exports',
			...this.env,
		};
		return promisify(execFile)('bash', ['-e', '-c', commands], { cwd: this.folder, env }).then(
			({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
			({ code, stdout, stderr }) => ({ code, stdout, stderr }),
		);
	}
}
