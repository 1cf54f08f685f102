import type { ToolProgram } from '../stack/mapping/tools/findTool';
import { runTool, type ToolEnd } from '../stack/mapping/tools/runTool';

const maxMilliseconds = 20_000;
/** Maximum size of Git's output, in bytes. Larger output is rejected, because parsing it would take too long. */
const maxBytes = 8_000_000;

/** Environment variables that are removed, because they would select another repository or change the output. */
const unset = [
	...['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_NAMESPACE', 'GIT_EXTERNAL_DIFF', 'GIT_DIFF_OPTS'],
	...['GIT_GLOB_PATHSPECS', 'GIT_NOGLOB_PATHSPECS', 'GIT_ICASE_PATHSPECS'],
];

/** Options that prevent the configuration of a repository from running programs or accessing the network. */
const inertOptions = [
	...['--no-pager', '--literal-pathspecs', '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'],
	...['-c', 'protocol.allow=never', '-c', 'log.showSignature=false', '-c', 'core.quotePath=false'],
];

export const inertDiffOptions = [
	...['--no-ext-diff', '--no-textconv', '--no-color', '--no-relative', '--ignore-submodules=all', '--submodule=short'],
	...['--src-prefix=a/', '--dst-prefix=b/', '-M'],
];

const environment = {
	...Object.fromEntries(unset.map((name) => [name, undefined])),
	GIT_OPTIONAL_LOCKS: '0',
	GIT_TERMINAL_PROMPT: '0',
	GIT_NO_LAZY_FETCH: '1',
	LC_ALL: 'C',
};

/** Reads a Git repository without changing it and without running other programs. */
export class GitReader {
	constructor(
		private readonly program: string,
		readonly folder: string,
		private readonly signal: AbortSignal,
	) {}

	/** @throws AppError `cancelled` */
	run(args: readonly string[], input?: string): Promise<ToolEnd> {
		const program: ToolProgram = { path: this.program, lead: ['-C', this.folder, ...inertOptions], env: environment };
		return runTool(
			program,
			{ arguments: args, input },
			{ milliseconds: maxMilliseconds, bytes: maxBytes },
			this.signal,
		);
	}

	/** Returns the output of Git, or undefined if Git fails or exceeds a limit. */
	async output(args: readonly string[], input?: string): Promise<string | undefined> {
		const end = await this.run(args, input);
		return end.kind === 'done' ? end.output : undefined;
	}
}
