import type { FramePath } from '../trace/framePath';
import { dartName } from './declaredNames';
import type { SourceFile } from './model';
import type { SourceWorld } from './sourceWorld';

/** Whether a file is the one of a `package:` address, by the `pubspec.yaml` beside its `lib`. */
export async function dartPackageOf(
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
	// By the address: two folders of a workspace may have one name.
	const beside = `${file.uri.slice(0, file.uri.lastIndexOf('/lib/'))}/pubspec.yaml`;
	const manifest = index.named('pubspec.yaml').find(({ uri }) => uri === beside);
	const text = manifest && (await read(manifest, signal));
	const name = text === undefined ? undefined : dartName(text);
	if (name === undefined) {
		return 'unknown';
	}
	// Of the package, but in another folder of it: it may have been moved.
	const there = file.path.slice(root.length) === segments.join('/') ? 'equal' : 'unknown';
	return name === dartPackage ? there : 'contradicts';
}
