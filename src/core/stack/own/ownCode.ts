import { hashName } from '../../common/hash64';
import { lastSegment } from '../trace/characters';
import type { Frame } from '../trace/model';

/**
 * A name that the workspace declares although a list of libraries claims it, as `kind name`:
 * - `package com.google.shop`, `namespace Unity.Shop`;
 * - `file android.app/Patched.java`, of packages and namespaces of the platform, of which an application declares stubs;
 * - `dart path`, `swift Network`, `npm @acme/shelf`: packages and modules.
 */
export type OwnName = string;

/** What the workspace declares: its frames are of one's own code, whatever their names begin with. */
export class OwnCode {
	/** Equal for equal names; '' for none. */
	readonly id: string;
	readonly names: readonly OwnName[];
	private readonly known: ReadonlySet<OwnName>;

	constructor(names: Iterable<OwnName>) {
		this.known = new Set(names);
		this.names = [...this.known].sort();
		this.id = this.names.length === 0 ? '' : hashName(this.names.join('\n'));
	}

	/** Whether a frame is of a declared name; undefined where nothing is known. Fit for `isLibraryFrame`. */
	readonly declares = (frame: Frame): true | undefined => {
		if (this.known.size === 0 || frame.kind === 'gap' || frame.kind === 'elided') {
			return undefined;
		}
		const { kind, type = '', file = '', module = '' } = frame;
		const found =
			kind === 'javascript'
				? this.hasNpm(file)
				: file.startsWith('package:')
					? this.known.has(`dart ${module}`)
					: this.hasType(type, file) || (kind === 'native' && this.known.has(`swift ${module}`));
		return found ? true : undefined;
	};

	private hasType(type: string, file: string): boolean {
		const end = packageEnd(type);
		const name = type.slice(0, Math.max(0, end));
		// .NET writes types within types as it does those within namespaces.
		const outer = name.slice(0, Math.max(0, name.lastIndexOf('.')));
		return (
			this.known.has(`package ${name}`) ||
			this.known.has(`namespace ${name}`) ||
			(outer.includes('.') && this.known.has(`namespace ${outer}`)) ||
			this.known.has(`file ${name}/${lastSegment(file)}`)
		);
	}

	/** A package of the workspace is linked into the folder of the packages. */
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

/** Where nothing is known of a workspace. */
export const noOwnCode: OwnCode = new OwnCode([]);

/** Of the dot before the outermost class, as far as the name tells. */
function packageEnd(type: string): number {
	const end = type.search(/[+$<[(`/]/);
	return type.lastIndexOf('.', end === -1 ? type.length : end);
}
