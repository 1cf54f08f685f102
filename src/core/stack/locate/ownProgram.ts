import { throwIfAborted } from '../../common/cancellation';
import { isLibraryFrame } from '../own/libraryFrame';
import { isTemplateType } from '../own/templateNames';
import { hasWord } from '../trace/characters';
import type { Frame } from '../trace/model';
import { candidatesFor } from './candidates';
import { functionNames, typeNames } from './frameNames';
import type { FrameQuestion, SourceFile } from './frameTarget';
import type { Judged } from './judge';
import { namesModule } from './packages';
import type { SourceWorld } from './sourceWorld';

const maxManifests = 8;
/**
 * Number of types, besides the frame's type, that a trace and the source code of another program rarely have in common.
 */
const minOthers = 2;
const maxTypes = 9;
const maxFilesPerFrame = 4;

/**
 * Returns true if the frame's program is probably built from the workspace. Checks only Swift and Objective-C frames,
 * because their type names contain no package and many apps declare types such as `ContentView`. Throws `cancelled`, or
 * the error that `world.read` throws when it is aborted.
 */
export async function isOwnProgram(
	judged: Judged,
	question: FrameQuestion,
	world: SourceWorld,
	signal: AbortSignal,
): Promise<boolean> {
	const { file, inModule, learned } = judged;
	const { frame } = question;
	if (frame.kind !== 'native' || !/\.(?:swift|mm?)$/i.test(file.path)) {
		return true;
	}
	if (inModule || learned || isInQualifier(frame, file)) {
		return true;
	}
	const built = await isBuilt(frame, world, signal);
	return built === true || (await agrees(judged, question, world, signal, built !== false));
}

/** Returns true if the module that qualifies the frame's type is one of the file's folders. */
function isInQualifier(frame: Frame, { path }: SourceFile): boolean {
	const [first, ...others] = typeNames(frame, 'swift').names;
	return others.length > 0 && namesModule(path.split('/').slice(0, -1), first);
}

/**
 * Returns true if a workspace folder, an Xcode project or a Swift package has the name of the frame's image or module.
 * Returns undefined if the workspace doesn't show which programs are built from it.
 */
async function isBuilt(
	{ module, image }: Frame,
	{ index, read }: SourceWorld,
	signal: AbortSignal,
): Promise<boolean | undefined> {
	const isNamed = (names: readonly string[]) => namesModule(names, module) || namesModule(names, image?.name);
	const projects = index.named('project.pbxproj');
	const projectNames = projects.map(({ path }) => path.split('/').at(-2)?.replace('.xcodeproj', '') ?? '');
	if (isNamed([...index.folders.map(({ name }) => name), ...projectNames])) {
		return true;
	}
	const manifests = [...projects, ...index.named('Package.swift')];
	let hasProducts = projects.length > 0;
	for (const manifest of manifests.slice(0, maxManifests)) {
		const text = (await read(manifest, signal)) ?? '';
		throwIfAborted(signal);
		const names = [...text.matchAll(productName)].map(([, name = '']) => name);
		if (isNamed(names)) {
			return true;
		}
		hasProducts ||= names.length > 0;
	}
	// Many apps have the same name, such as `Runner`.
	const isDistinctive = module !== undefined && namesModule([module], module);
	return hasProducts && isDistinctive && manifests.length <= maxManifests && !index.capped ? false : undefined;
}

/** Matches the name of a product in `project.pbxproj`, without the file extension, or of a target in `Package.swift`. */
const productName =
	/(?:\bproductReference = \w{1,40} \/\* |\bPRODUCT_NAME = "?|\.(?:executable|executableTarget|target|library)\(\s{0,80}name: ")([^.*";\n]{1,100})/g;

/**
 * Returns true if the workspace contains most of the trace's other functions in the frame's module. If it doesn't
 * contain all of them or if there are fewer than two, the workspace may build the module and the frame's type must not
 * be one that many apps declare.
 */
async function agrees(
	{ inOtherTarget }: Judged,
	{ frame, trace }: FrameQuestion,
	world: SourceWorld,
	signal: AbortSignal,
	mayBuild: boolean,
): Promise<boolean> {
	const types = new Set([typeOf(frame)]);
	const [name] = functionNames(frame).names;
	let found = 0;
	for (const other of trace.sections.flatMap(({ lines }) => lines)) {
		const type = other.kind === 'native' && other.module === frame.module ? typeOf(other) : '';
		if (other.kind === 'raw' || type === '' || types.has(type) || types.size >= maxTypes) {
			continue;
		}
		// Ignores functions with the same name as the frame's function: for example, every view has a `body`.
		if (functionNames(other).names[0] !== name && !isLibraryFrame(other, world.own.declares)) {
			types.add(type);
			found += (await isWritten(other, world, signal)) ? 1 : 0;
		}
	}
	const missing = types.size - 1 - found;
	if (missing === 0 && found >= minOthers) {
		return true;
	}
	const isDistinctive = !isTemplateType(frame) && (frame.file !== undefined || !inOtherTarget);
	return mayBuild && isDistinctive && (missing === 0 || found > 2 * missing);
}

function typeOf(frame: Frame): string {
	return typeNames(frame, 'swift').names.at(-1) ?? '';
}

async function isWritten(frame: Frame, { index, read }: SourceWorld, signal: AbortSignal): Promise<boolean> {
	const words = [typeOf(frame), functionNames(frame).names[0] ?? ''];
	for (const file of candidatesFor(frame, index).files.slice(0, maxFilesPerFrame)) {
		const text = (await read(file, signal)) ?? '';
		throwIfAborted(signal);
		if (words.every((word) => word === '' || hasWord(text, word))) {
			return true;
		}
	}
	return false;
}
