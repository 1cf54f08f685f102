import type { Platform } from './model';

export interface TraceHint {
	/** As in the record's `os_name`; decides only where a line could be of several platforms. */
	readonly osName?: string;
}

/** What a line alone does not tell. */
export class TraceContext {
	/** Of the section that the line would join. */
	sectionPlatform: Platform | undefined;
	/** Of the program, as an obfuscated Dart trace tells it above its frames. */
	buildId: string | undefined;
	private readonly os: string;
	private foundUnity: boolean | undefined;
	private foundJvm: boolean | undefined;

	constructor(
		private readonly text: string,
		hint: TraceHint | undefined,
	) {
		this.os = hint?.osName?.toLowerCase() ?? '';
	}

	/** Frames of Mono are Unity's. */
	get unity(): boolean {
		this.foundUnity ??=
			this.text.includes('UnityEngine') ||
			this.text.includes('(at Assets/') ||
			this.text.includes('<00000000000000000000000000000000>');
		return this.foundUnity;
	}

	get mono(): 'unity' | 'dotnet' {
		return this.unity ? 'unity' : 'dotnet';
	}

	/** A frame such as `at a.b.C.d()` is of the JVM, not of .NET. */
	get jvm(): boolean {
		if (this.sectionPlatform === 'jvm' || this.sectionPlatform === 'dotnet') {
			return this.sectionPlatform === 'jvm';
		}
		this.foundJvm ??=
			this.os.startsWith('android') ||
			jvmMarks.some((mark) => this.text.includes(mark)) ||
			(this.os === '' && this.text.includes('Caused by: '));
		return this.foundJvm;
	}
}

const jvmMarks = ['.java:', '.kt:', '(Native Method)', '(Unknown Source', '(SourceFile', '(r8-map-id-'];
