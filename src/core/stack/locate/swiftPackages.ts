import type { SourceFile } from './model';
import type { SourceIndex } from './sourceIndex';

const targetFolders: ReadonlySet<string> = new Set(['Sources', 'Tests']);

/**
 * The target that a file of a Swift package is of: the folder below `Sources` or `Tests`, which are beside the package's
 * manifest. Undefined elsewhere.
 */
export function swiftTargetOf({ path, uri }: SourceFile, index: Pick<SourceIndex, 'named'>): string | undefined {
	const parts = path.split('/');
	const at = parts.findLastIndex((part, place) => targetFolders.has(part) && place < parts.length - 2);
	if (at === -1) {
		return undefined;
	}
	const folder = uri
		.split('/')
		.slice(0, at - parts.length)
		.join('/');
	const hasManifest = index.named('Package.swift').some((manifest) => manifest.uri === `${folder}/Package.swift`);
	return hasManifest ? parts[at + 1] : undefined;
}
