import { sameSegment } from '../trace/framePath';
import type { Trace } from '../trace/model';
import type { SourceFile } from './frameTarget';

/** Where paths that begin so are. */
interface Root {
	/** Parts of the frame's path; never empty. */
	readonly stack: readonly string[];
	readonly folder: string;
	/** Folders of the workspace, possibly none. */
	readonly source: readonly string[];
}

const maxRoots = 64;
const maxProjects = 8;

/**
 * What frames that lead somewhere tell about others. What was found holds for the frames of its trace: another trace may
 * be of another program that was built in a folder of the same name. What a person chose holds for all. Kept by the
 * caller, one for each workspace.
 */
export class LearnedRoots {
	private readonly finds = new WeakMap<Trace, readonly Root[]>();
	/** The latest last. */
	private chosen: readonly Root[] = [];
	/** The latest first. */
	private projects: readonly string[] = [];

	/**
	 * A frame of this path was found in this file beyond doubt.
	 * @param path Parts of the frame's path, its base name last.
	 */
	found(trace: Trace, path: readonly string[], file: SourceFile): void {
		this.noteProject(file);
		const root = rootOf(path, file);
		if (root !== undefined && root.stack.length > 0 && root.stack.length < path.length - 1) {
			this.finds.set(trace, withRoot(this.finds.get(trace) ?? [], root));
		}
	}

	/** A person chose this file for a frame of this path. */
	chose(path: readonly string[], file: SourceFile): void {
		this.noteProject(file);
		const root = rootOf(path, file);
		if (root === undefined || path.length < 2) {
			return;
		}
		// A path that is all in the file's begins nowhere: its own folder is what was chosen.
		const all = { stack: path.slice(0, -1), folder: file.folder, source: file.path.split('/').slice(0, -1) };
		this.chosen = withRoot(this.chosen, root.stack.length > 0 ? root : all);
	}

	/** Whether what was learned says that a frame of this path is in this file. */
	leadsTo(trace: Trace, path: readonly string[], file: SourceFile): boolean {
		const root = longest(this.chosen, path) ?? longest(this.finds.get(trace) ?? [], path);
		return (
			root !== undefined &&
			root.folder === file.folder &&
			equal([...root.source, ...path.slice(root.stack.length)], file.path.split('/'))
		);
	}

	/** Whether a frame was found in the file's project before. */
	knowsProject(file: SourceFile): boolean {
		return this.projects.includes(projectOf(file));
	}

	private noteProject(file: SourceFile): void {
		const project = projectOf(file);
		this.projects = [project, ...this.projects.filter((other) => other !== project)].slice(0, maxProjects);
	}
}

/** What is before the parts that the paths have in common from the right. */
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

/** What is above the first folder of sources. */
function projectOf({ folder, path }: SourceFile): string {
	const parts = path.split('/');
	const at = parts.findIndex((part) => sourceFolders.has(part));
	return [folder, ...parts.slice(0, at === -1 ? 1 : at)].join('/');
}
