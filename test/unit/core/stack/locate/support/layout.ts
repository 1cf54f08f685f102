/** Line of a source file that keeps its identity when the file is rewritten. */
export interface SourceLine {
	readonly id: number;
	readonly text: string;
}

/** Block found by the indentation of formatted source files, independently of the tested parser. */
export interface LaidOut {
	readonly kind: 'type' | 'anonymous' | 'function' | 'lambda' | 'other';
	/** Name of a type or function, or of the variable or parameter that an unnamed type is assigned to. */
	readonly name: string;
	readonly parameters: string;
	readonly header: SourceLine;
	/** 0-based index of the first line, including annotations above the header. */
	readonly first: number;
	/** 0-based index of the line with the opening brace. */
	readonly opened: number;
	readonly last: number;
	readonly parent: LaidOut | undefined;
}

const typeHeader =
	/^\s*(?:[\w@]+ )*(?:class|interface|object|struct|enum|extension|actor|record|mixin|protocol|@implementation) (?:class )?(\w+)/;
const anonymousHeader = /\bobject(?: :.*)? \{$|\bnew [\w.]+(?:<[^>]*>)?\([^()]*\) \{$/;
const lambdaHeader = /(?:=> \(|\{ ?[\w, ]* ->|-> \{|=> \{|\{ [\w, ()$]+ in|\^\(?.*\{|[)\w] \{|\) async \{)$/;
const controlHeader =
	/^\s*(?:\} )?(?:if|else|for|foreach|while|switch|do|try|catch|finally|when|guard|case|default|using|lock|synchronized|return|namespace|return when)\b|\bwhen\b.*\{$/;
const functionHeaders: readonly RegExp[] = [
	/\b(?:fun|func)\s+(?:<[^>]*>\s*)?(?:[\w.]+\.)?(\w+)\((.*)\)[^()]*\{$/,
	/\bfunction\s+(\w+)\((.*)\)[^()]*\{$/,
	/^\s*(?:(?:public|private|protected|internal|static|final|override|virtual|abstract|async|synchronized|export|default|readonly|sealed|unsafe|@\w+) )*(?:[\w.<>,?[\]]+ )?[*&]?([\w:~]+)\((.*)\)(?:: [^=]{1,80}| const| async\*?| throws [\w, ]+)? \{$/,
];
const objectiveC = /^[-+] \([^)]*\)(.*) \{$/;

/** Enum entries that have members. */
const entryHeader = /^\s*([A-Z][A-Z_\d]*)(?:\([^()]*\))? \{$/;

function described(text: string, extension: string): Pick<LaidOut, 'kind' | 'name' | 'parameters'> {
	const plain = { name: '', parameters: '' };
	const entry = entryHeader.exec(text)?.[1];
	if (entry !== undefined) {
		return extension === 'kt' ? { kind: 'type', ...plain, name: entry } : { kind: 'anonymous', ...plain };
	}
	const type = typeHeader.exec(text)?.[1];
	const anonymous = anonymousHeader.test(text);
	if (type !== undefined && !anonymous && !/\b(?:fun|func|function)\b/.test(text)) {
		return { kind: 'type', ...plain, name: type };
	}
	const selector = objectiveC.exec(text)?.[1];
	if (selector !== undefined) {
		const name = [...selector.matchAll(/(\w+):/g)].map(([, word]) => `${word}:`).join('');
		return { kind: 'function', name: name === '' ? selector.trim() : name, parameters: '' };
	}
	if (!anonymous && !controlHeader.test(text)) {
		const hasKeyword = extension === 'kt' || extension === 'swift';
		for (const form of hasKeyword ? functionHeaders.slice(0, 1) : functionHeaders) {
			const [, name, parameters] = form.exec(text) ?? [];
			const isWhole = parameters?.split('(').length === parameters?.split(')').length;
			if (
				name !== undefined &&
				parameters !== undefined &&
				isWhole &&
				!/=>|->(?=.*\{$)(?!.*\bfunc\b)| = /.test(text.split('(')[0] ?? '')
			) {
				return { kind: 'function', name, parameters };
			}
		}
	}
	if (anonymous) {
		return { kind: 'anonymous', ...plain, name: /\b(?:fun|val) (\w+)/.exec(text)?.[1] ?? '' };
	}
	return { kind: !controlHeader.test(text) && lambdaHeader.test(text) ? 'lambda' : 'other', ...plain };
}

export function getLayout(lines: readonly SourceLine[], extension: string): LaidOut[] {
	const found: LaidOut[] = [];
	const open: { readonly indent: number; readonly block: Omit<LaidOut, 'last'> & { last: number } }[] = [];
	for (const [index, header] of lines.entries()) {
		const { text } = header;
		const indent = text.search(/\S/);
		while (indent !== -1 && indent <= (open.at(-1)?.indent ?? -1) && !/^\s*[)\]]? ?\{/.test(text)) {
			const closed = open.pop();
			if (closed !== undefined) {
				closed.block.last = /^\s*[)}]/.test(text) ? index : index - 1;
			}
		}
		if (/\{$|=> \($|\{ ?[\w, ()]+ (?:->|in)$/.test(text.trimEnd())) {
			// The brace may be on the line after the header.
			const above = text.trim() === '{' ? lines[index - 1] : undefined;
			const block = {
				...described(above === undefined ? text.trimEnd() : `${above.text.trimEnd()} {`, extension),
				header: above ?? header,
				first: beginOf(lines, above === undefined ? index : index - 1),
				opened: index,
				last: lines.length - 1,
				parent: open.at(-1)?.block,
			};
			open.push({ indent, block });
			found.push(block);
		}
	}
	return found;
}

function beginOf(lines: readonly SourceLine[], header: number): number {
	let first = header;
	while (/^\s*(?:@\w|\[\w+\]$)/.test(lines[first - 1]?.text ?? '')) {
		first--;
	}
	return first;
}

export function functionAt(layout: readonly LaidOut[], index: number): LaidOut | undefined {
	return layout
		.filter(({ kind, first, last }) => kind === 'function' && first <= index && index <= last)
		.sort((a, b) => a.last - a.first - (b.last - b.first))[0];
}
