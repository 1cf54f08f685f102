import { hashName } from '../../common/hash64';
import { lastSegment } from '../trace/characters';
import { framePath } from '../trace/framePath';
import type { Frame } from '../trace/model';

/**
 * Name in the workspace that looks like the name of a library: `package com.google.shop`, `namespace Unity.Shop`, `file
 * android.app/Patched.java` (a stub in a platform package), `dart path`, `swift Network`, or `npm @acme/shelf`.
 */
export type OwnName = string;

export class OwnCode {
	/** ID of the set of names. Equal sets have equal IDs, and an empty set has an empty ID. */
	readonly id: string;
	readonly names: readonly OwnName[];
	private readonly known: ReadonlySet<OwnName>;

	constructor(names: Iterable<OwnName>) {
		this.known = new Set(names);
		this.names = [...this.known].sort();
		this.id = this.names.length === 0 ? '' : hashName(this.names.join('\n'));
	}

	/** Returns true if the workspace declares a name in the frame, otherwise undefined, as `isLibraryFrame` expects. */
	readonly declares = (frame: Frame): true | undefined => {
		if (this.known.size === 0 || frame.kind === 'gap' || frame.kind === 'elided') {
			return undefined;
		}
		const { kind, type = '', file = '', module = '' } = frame;
		const found =
			kind === 'javascript'
				? this.hasNpm(file)
				: file.endsWith('.dart')
					? this.known.has(`dart ${module === '' ? framePath(file).dartPackage : module}`)
					: this.hasType(type, file) || (kind === 'native' && this.known.has(`swift ${module}`));
		return found ? true : undefined;
	};

	private hasType(type: string, file: string): boolean {
		const end = packageEnd(type);
		const name = type.slice(0, Math.max(0, end));
		// In .NET names, a dot precedes both nested types and namespace segments.
		const outer = name.slice(0, Math.max(0, name.lastIndexOf('.')));
		return (
			this.known.has(`package ${name}`) ||
			this.known.has(`namespace ${name}`) ||
			(outer.includes('.') && this.known.has(`namespace ${outer}`)) ||
			this.known.has(`file ${name}/${lastSegment(file)}`)
		);
	}

	/** Returns true if the file is in a package of the workspace. `node_modules` contains a link to such a package. */
	private hasNpm(file: string): boolean {
		const folder = 'node_modules/';
		const path = file.replaceAll('\\', '/');
		const at = path.lastIndexOf(folder);
		if (at === -1) {
			return false;
		}
		const [first = '', second = ''] = path.slice(at + folder.length).split('/', 2);
		return this.known.has(`npm ${first.startsWith('@') ? `${first}/${second}` : first}`);
	}
}

export const noOwnCode: OwnCode = new OwnCode([]);

function packageEnd(type: string): number {
	const end = type.search(/[+$<[(`/]/);
	return type.lastIndexOf('.', end === -1 ? type.length : end);
}
