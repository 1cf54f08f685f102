import type { FramePath } from '../trace/framePath';
import type { SourceFile } from './frameTarget';
import type { SourceIndex } from './sourceIndex';
import type { SourceWorld } from './sourceWorld';

/** Compares the package name in a `package:` URL with the name in `pubspec.yaml` next to the file's `lib` folder. */
export async function getDartPackage(
	{ dartPackage, segments }: FramePath,
	file: SourceFile,
	{ index, read }: Pick<SourceWorld, 'index' | 'read'>,
	signal: AbortSignal | undefined,
): Promise<'equal' | 'unknown' | 'contradicts'> {
	if (dartPackage === undefined) {
		return 'unknown';
	}
	const lib = `/${file.path}`.lastIndexOf('/lib/');
	if (lib === -1) {
		return 'contradicts';
	}
	const root = file.path.slice(0, lib);
	// Compares URIs, because two workspace folders can have the same name and thus the same paths.
	const beside = `${file.uri.slice(0, file.uri.lastIndexOf('/lib/'))}/pubspec.yaml`;
	const manifest = index.named('pubspec.yaml').find(({ uri }) => uri === beside);
	const text = manifest && (await read(manifest, signal));
	const name = text === undefined ? undefined : dartName(text);
	if (name === undefined) {
		return 'unknown';
	}
	// A file in the right package but with another path may have been moved within the package.
	const there = file.path.slice(root.length) === segments.join('/') ? 'equal' : 'unknown';
	return name === dartPackage ? there : 'contradicts';
}

const targetFolders: ReadonlySet<string> = new Set(['Sources', 'Tests']);

/** Returns a file's Swift package target: its folder in `Sources` or `Tests`, which are next to the manifest. */
export function getSwiftTarget({ path, uri }: SourceFile, index: Pick<SourceIndex, 'named'>): string | undefined {
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

/** Image names that Flutter and Capacitor give to every app, so they don't identify an app. */
const sharedNames: ReadonlySet<string> = new Set(['runner', 'app']);

/** Returns true if one of the names is the name of the module or image. Names that many apps share never match. */
export function namesModule(names: readonly string[], module: string | undefined): boolean {
	const wanted = plain(module ?? '');
	return wanted !== '' && !sharedNames.has(wanted) && names.some((name) => plain(name) === wanted);
}

/** Removes separators, because module names have underscores where folder and image names have spaces or hyphens. */
function plain(name: string): string {
	return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

export function dartName(manifest: string): string | undefined {
	return /^name:[ \t]{0,20}["']?(\w{1,200})/m.exec(manifest)?.[1];
}
