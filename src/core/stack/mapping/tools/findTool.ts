import { access, constants, readdir, stat } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import type { SymbolTool } from './symbolTool';

export interface ToolMachine {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly platform: NodeJS.Platform;
	readonly home: string;
}

export interface ToolProgram {
	readonly path: string;
	readonly lead: readonly string[];
	/** Environment variables to set, or to remove if the value is undefined. */
	readonly env: Readonly<Record<string, string | undefined>>;
}

/** Searches the folders in `PATH`, then the usual NDK and Flutter folders. Skips relative folders for security. */
export async function findTool(tool: SymbolTool, machine: ToolMachine): Promise<ToolProgram | undefined> {
	const places = new ToolLocations(machine);
	if (tool === 'flutter' && machine.platform === 'win32') {
		return flutterOnWindows(places);
	}
	for (const path of await places.of(tool)) {
		if (await isProgram(path)) {
			return { path, lead: [], env: {} };
		}
	}
	return undefined;
}

/** Searches the folders in `PATH` for Git. Skips relative folders for security. */
export async function findGit(machine: Pick<ToolMachine, 'env' | 'platform'>): Promise<string | undefined> {
	for (const path of new ToolLocations({ ...machine, home: '' }).onPath(
		machine.platform === 'win32' ? 'git.exe' : 'git',
	)) {
		if (await isProgram(path)) {
			return path;
		}
	}
	return undefined;
}

async function flutterOnWindows(places: ToolLocations): Promise<ToolProgram | undefined> {
	for (const script of places.flutterScripts('flutter.bat')) {
		const root = win32.dirname(win32.dirname(script));
		const path = win32.join(root, 'bin', 'cache', 'dart-sdk', 'bin', 'dart.exe');
		const snapshot = win32.join(root, 'bin', 'cache', 'flutter_tools.snapshot');
		if ((await isProgram(path)) && (await isFile(snapshot))) {
			const packages = win32.join(root, 'packages', 'flutter_tools', '.dart_tool', 'package_config.json');
			return { path, lead: [`--packages=${packages}`, snapshot], env: { FLUTTER_ROOT: root } };
		}
	}
	return undefined;
}

class ToolLocations {
	private readonly path: typeof posix;

	constructor(private readonly machine: ToolMachine) {
		this.path = machine.platform === 'win32' ? win32 : posix;
	}

	async of(tool: SymbolTool): Promise<string[]> {
		switch (tool) {
			case 'atos':
				return this.onPath('atos');
			case 'flutter':
				return this.flutterScripts('flutter');
			case 'llvmSymbolizer':
				return [...this.onPath(this.program('llvm-symbolizer')), ...(await this.inNdks(this.llvmPlaces))];
			case 'ndkStack':
				// On Windows, the Flutter script is a batch file and can't run without a shell.
				return this.machine.platform === 'win32'
					? []
					: [...this.onPath('ndk-stack'), ...(await this.inNdks(this.ndkStackPlaces))];
		}
	}

	flutterScripts(name: string): string[] {
		const roots = this.absolute([this.machine.env['FLUTTER_ROOT'], this.machine.env['FLUTTER_HOME']]);
		return [...this.onPath(name), ...roots.map((root) => this.path.join(root, 'bin', name))];
	}

	onPath(name: string): string[] {
		// On Windows, the environment variable can be named `Path` or `PATH`.
		const [, folders = ''] = Object.entries(this.machine.env).find(([key]) => key.toUpperCase() === 'PATH') ?? [];
		return this.absolute(folders.split(this.path.delimiter)).map((folder) => this.path.join(folder, name));
	}

	private program(name: string): string {
		return this.machine.platform === 'win32' ? `${name}.exe` : name;
	}

	private readonly llvmPlaces = async (ndk: string): Promise<string[]> => {
		const hosts = this.path.join(ndk, 'toolchains', 'llvm', 'prebuilt');
		return (await children(hosts)).map((host) => this.path.join(hosts, host, 'bin', this.program('llvm-symbolizer')));
	};

	private readonly ndkStackPlaces = async (ndk: string): Promise<string[]> => {
		const hosts = this.path.join(ndk, 'prebuilt');
		const inHosts = (await children(hosts)).map((host) => this.path.join(hosts, host, 'bin', 'ndk-stack'));
		return [this.path.join(ndk, 'ndk-stack'), ...inHosts];
	};

	private async inNdks(placesIn: (ndk: string) => Promise<string[]>): Promise<string[]> {
		return (await Promise.all((await this.ndks()).map(placesIn))).flat();
	}

	/** Returns the NDK folders: those in environment variables, then those in the SDKs, newest version first. */
	private async ndks(): Promise<string[]> {
		const { env } = this.machine;
		const sdks = this.absolute([env['ANDROID_HOME'], env['ANDROID_SDK_ROOT'], this.usualSdk()]);
		const versions = await Promise.all(
			sdks.map(async (sdk) => {
				const folder = this.path.join(sdk, 'ndk');
				const newestFirst = (await children(folder)).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
				return [...newestFirst.map((version) => this.path.join(folder, version)), this.path.join(sdk, 'ndk-bundle')];
			}),
		);
		return [...this.absolute([env['ANDROID_NDK_HOME'], env['ANDROID_NDK_ROOT']]), ...versions.flat()];
	}

	private usualSdk(): string | undefined {
		const { env, platform, home } = this.machine;
		switch (platform) {
			case 'darwin':
				return this.path.join(home, 'Library', 'Android', 'sdk');
			case 'win32':
				return env['LOCALAPPDATA'] && this.path.join(env['LOCALAPPDATA'], 'Android', 'Sdk');
			default:
				return this.path.join(home, 'Android', 'Sdk');
		}
	}

	private absolute(folders: readonly (string | undefined)[]): string[] {
		return folders.filter((folder): folder is string => folder !== undefined && this.path.isAbsolute(folder));
	}
}

function children(folder: string): Promise<string[]> {
	return readdir(folder).catch(() => []);
}

async function isProgram(path: string): Promise<boolean> {
	const runs = access(path, constants.X_OK).then(
		() => true,
		() => false,
	);
	return (await runs) && isFile(path);
}

async function isFile(path: string): Promise<boolean> {
	const stats = await stat(path).catch(() => undefined);
	return stats?.isFile() ?? false;
}
