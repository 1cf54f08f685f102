import { sameSegment } from '../trace/framePath';
import type { Trace } from '../trace/model';
import type { SourceFile } from './frameTarget';

interface Root {
	readonly stack: readonly string[];
	readonly folder: string;
	readonly source: readonly string[];
}

const maxRoots = 64;
const maxProjects = 8;

/**
 * Remembers the source folders of located frames. Several apps can have the same folder names, so only the user's own
 * selections apply to all traces.
 */
export class LearnedRoots {
	private readonly finds = new WeakMap<Trace, readonly Root[]>();
	private chosen: readonly Root[] = [];
	private projects: readonly string[] = [];

	found(trace: Trace, path: readonly string[], file: SourceFile): void {
		this.noteProject(file);
		const root = rootOf(path, file);
		if (root !== undefined && root.stack.length > 0 && root.stack.length < path.length - 1) {
			this.finds.set(trace, withRoot(this.finds.get(trace) ?? [], root));
		}
	}

	chose(path: readonly string[], file: SourceFile): void {
		this.noteProject(file);
		const root = rootOf(path, file);
		if (root === undefined || path.length < 2) {
			return;
		}
		// If the frame's entire path is a suffix of the file's path, no folders differ, so all folders are stored.
		const all = { stack: path.slice(0, -1), folder: file.folder, source: file.path.split('/').slice(0, -1) };
		this.chosen = withRoot(this.chosen, root.stack.length > 0 ? root : all);
	}

	leadsTo(trace: Trace, path: readonly string[], file: SourceFile): boolean {
		const root = longest(this.chosen, path) ?? longest(this.finds.get(trace) ?? [], path);
		return (
			root !== undefined &&
			root.folder === file.folder &&
			equal([...root.source, ...path.slice(root.stack.length)], file.path.split('/'))
		);
	}

	knowsProject(file: SourceFile): boolean {
		return this.projects.includes(projectOf(file));
	}

	private noteProject(file: SourceFile): void {
		const project = projectOf(file);
		this.projects = [project, ...this.projects.filter((other) => other !== project)].slice(0, maxProjects);
	}
}

function rootOf(path: readonly string[], { folder, path: file }: SourceFile): Root | undefined {
	const parts = file.split('/');
	let common = 0;
	while (common < Math.min(path.length, parts.length) && sameSegment(path.at(-1 - common), parts.at(-1 - common))) {
		common++;
	}
	return common === 0
		? undefined
		: { stack: path.slice(0, path.length - common), folder, source: parts.slice(0, parts.length - common) };
}

function withRoot(roots: readonly Root[], root: Root): readonly Root[] {
	return [...roots.filter(({ stack }) => !equal(stack, root.stack)), root].slice(-maxRoots);
}

function longest(roots: readonly Root[], path: readonly string[]): Root | undefined {
	let best: Root | undefined;
	for (const root of roots) {
		const { length } = root.stack;
		if (length > (best?.stack.length ?? 0) && length < path.length && equal(root.stack, path.slice(0, length))) {
			best = root;
		}
	}
	return best;
}

function equal(a: readonly string[], b: readonly string[]): boolean {
	return a.length === b.length && a.every((part, index) => sameSegment(part, b[index]));
}

const sourceFolders = new Set(['src', 'lib', 'Sources', 'Assets', 'Tests', 'test', 'tests']);

function projectOf({ folder, path }: SourceFile): string {
	const parts = path.split('/');
	const at = parts.findIndex((part) => sourceFolders.has(part));
	return [folder, ...parts.slice(0, at === -1 ? 1 : at)].join('/');
}
