import { entriesOf, readAnonymousType, readInitializer } from './anonymousTypes';
import { Block, type BlockKind } from './block';
import type { Declaration, Outline } from './declaration';
import { opensType } from './javascriptTypes';
import { type Family, syntaxes } from './language';
import { memberReaders } from './memberReaders';
import { type Named, named, type OutlinePlace } from './named';
import { isPunctuator, Statement } from './statement';
import { goesOn, isAccessLabel, isAccessor, isDecoration, isEntry, isLinkage } from './statementForms';
import type { Token } from './tokens';
import { dotted, readType } from './typeDeclarations';

/** Maximum nesting depth. Code that people write is never nested this deeply. */
const maxDepth = 500;
const maxOwners = 20;

export class OutlineReader {
	private readonly family: Family;
	private readonly newlines: boolean;
	private readonly isC: boolean;
	private readonly blocks: Block[] = [];
	private readonly namespaces = new Set<string>();
	private readonly types: Declaration[] = [];
	private readonly members: Declaration[] = [];
	private facade: string | undefined;
	private block = new Block('file', '{', [], 1, 1);
	private tooDeep = 0;
	private unnamedExtensions = 0;

	constructor(family: Family) {
		this.family = family;
		this.newlines = syntaxes[family].newlines;
		this.isC = family === 'cpp' || family === 'objectiveC';
	}

	add(token: Token): void {
		const top = this.block;
		if (token.kind === 'lineEnd') {
			top.lineEnded = true;
			return;
		}
		if (top.lineEnded) {
			top.lineEnded = false;
			if (this.newlines && top.open === '{' && !isDecoration(top.statement) && !goesOn(top.statement, token)) {
				this.finish();
			}
		}
		if (token.kind !== 'mark') {
			this.addWord(token);
		} else if (this.tooDeep > 0) {
			this.tooDeep += '([{'.includes(token.text) ? 1 : ')]}'.includes(token.text) ? -1 : 0;
		} else {
			this.addMark(token);
		}
	}

	end(last: number): Pick<Outline, 'namespaces' | 'types' | 'members' | 'facade'> {
		while (this.blocks.length > 0) {
			this.close(last);
		}
		this.finish();
		return {
			namespaces: [...this.namespaces],
			types: this.types,
			members: this.members,
			facade: this.facade,
		};
	}

	private addWord(token: Token): void {
		const { statement } = this.block;
		const { parts } = statement;
		const objectiveC = this.family === 'objectiveC';
		if (objectiveC && token.text === 'end' && isPunctuator(statement.last, '@')) {
			this.closeInterface(token.line1);
			return;
		}
		statement.addToken(token);
		const word = parts.at(-2)?.text;
		const interfaces = word === 'implementation' || word === 'interface' || word === 'protocol';
		if (objectiveC && interfaces && isPunctuator(parts.at(-3), '@') && this.block.kind === 'file') {
			this.open('type', '@', [token.text], statement.firstLine, token.line1, named('type', statement.last));
		}
	}

	private addMark(token: Token): void {
		const top = this.block;
		switch (token.text) {
			case '(':
			case '[':
				this.open('group', token.text, top.owner, token.line1, token.line1);
				break;
			case ')':
			case ']':
				this.closeGroup(token.text === ')' ? '(' : '[', token.line1);
				break;
			case '{':
				this.openBraces(token.line1);
				break;
			case '}':
				this.closeBraces(token.line1);
				break;
			case ';':
				if (top.open === '@' && top.statement.isEmpty && top.first === token.line1) {
					// A forward declaration, such as `@protocol Loading;`, has no block.
					this.closeInterface(token.line1);
				} else {
					this.finish();
					top.holdsEntries = false;
				}
				break;
			case ',':
				this.addComma(token);
				break;
			default:
				top.hasCode ||= token.text === '=>' || token.text === '->';
				top.statement.addToken(token);
				if (token.text === ':' && this.isC && isAccessLabel(top.statement)) {
					top.statement = new Statement();
				}
		}
	}

	private addComma(token: Token): void {
		const top = this.block;
		if (top.kind === 'group') {
			top.addParameter();
		} else if (this.family === 'javascript' && !top.isDeclarative && isEntry(top.statement)) {
			this.finish();
		} else {
			top.statement.addToken(token);
		}
	}

	private get isFull(): boolean {
		return this.blocks.length >= maxDepth;
	}

	private open(
		kind: BlockKind,
		open: Block['open'],
		owner: readonly string[],
		first: number,
		opened: number,
		named?: Named,
	): void {
		if (this.isFull) {
			this.tooDeep++;
			return;
		}
		this.blocks.push(this.block);
		this.block = new Block(kind, open, owner, first, opened, named);
	}

	private close(line: number): Block {
		const closed = this.block;
		if (closed.kind !== 'group') {
			this.finish();
		}
		this.block = this.blocks.pop() ?? new Block('file', '{', [], line, line);
		if (closed.named) {
			this.declare(closed.named, closed.first, line, closed.opened);
		}
		return closed;
	}

	private closeGroup(open: '(' | '[', line: number): void {
		// Ignores a bracket that doesn't match the opening bracket. The next closing brace corrects the nesting.
		if (this.block.open !== open) {
			return;
		}
		const group = this.close(line);
		const { statement } = this.block;
		const lastWord = group.statement.last?.text;
		if (!group.statement.isEmpty) {
			group.addParameter();
		}
		const { parameters, hasCode } = group;
		const labels = this.family === 'swift' ? group.labels : undefined;
		if (this.family === 'kotlin' && statement.last?.text === 'JvmName') {
			this.facade = lastWord;
		}
		this.block.hasCode ||= hasCode;
		const kind = open === '(' ? 'parentheses' : 'brackets';
		statement.add({ kind, text: open, line1: group.first, parameters, labels, hasCode }, line);
	}

	private openBraces(line: number): void {
		const { statement, owner } = this.block;
		if (this.isFull) {
			this.tooDeep++;
			return;
		}
		if (this.family === 'javascript' && opensType(statement, this.block.kind)) {
			this.open('signatures', '{', owner, statement.isEmpty ? line : statement.firstLine, line);
			return;
		}
		const named = statement.isData ? undefined : this.opened(statement, line);
		const holdsEntries = (this.family === 'kotlin' || this.family === 'java') && statement.has('enum');
		// In Objective-C, no punctuation separates the name of an interface from the text after it.
		const headed = named !== undefined && (named.inExpression || this.family === 'objectiveC');
		const first = headed ? named.nameLine : statement.isEmpty ? line : statement.firstLine;
		this.block.hasCode = true;
		switch (named?.kind) {
			case undefined:
				statement.addNameless();
				this.open(isLinkage(statement) ? 'scope' : 'code', '{', owner, first, line);
				break;
			case 'namespace':
				this.open('namespace', '{', owner, first, line, named);
				this.addNamespace(named.name);
				break;
			case 'type':
			case 'anonymous':
				this.openType(this.withName(named), first, line);
				this.block.holdsEntries = holdsEntries;
				break;
			case 'scope':
			case 'signatures':
				this.open(named.kind, '{', owner, first, line, named);
				break;
			default:
				this.open('code', '{', owner, first, line, named);
		}
	}

	private openType(named: Named, first: number, line: number): void {
		const owner = [...this.block.owner, ...named.owner, named.name].slice(0, maxOwners);
		this.open('type', '{', owner, first, line, named);
	}

	/** Gives an unnamed Dart extension the name that Dart generates, which contains its number in the file. */
	private withName(named: Named): Named {
		return named.kind === 'type' && named.name === ''
			? { ...named, name: `_extension#${this.unnamedExtensions++}` }
			: named;
	}

	private opened(statement: Statement, line: number): Named | undefined {
		const place = this.place(true);
		return (
			readType(statement, place) ??
			readInitializer(statement, place, line) ??
			readAnonymousType(statement, place) ??
			memberReaders[this.family](statement, place)
		);
	}

	private closeBraces(line: number): void {
		while (this.block.kind === 'group' && this.blocks.length > 0) {
			this.close(line);
		}
		if (this.blocks.length === 0 || this.block.open === '@') {
			return;
		}
		const { named, first } = this.close(line);
		const { statement } = this.block;
		if (named && !named.inExpression) {
			this.block.statement = new Statement();
			return;
		}
		statement.add({ kind: 'block', text: '{', line1: first }, line);
		if (!this.newlines && this.block.kind !== 'group' && !statement.has('=') && !statement.has('=>')) {
			this.finish();
		}
	}

	private closeInterface(line: number): void {
		while (this.block.open !== '@' && this.blocks.length > 0) {
			this.close(line);
		}
		if (this.block.open === '@') {
			this.block.statement = new Statement();
			this.close(line);
		}
		this.block.statement = new Statement();
	}

	private finish(): void {
		const { statement, kind } = this.block;
		this.block.statement = statement.isEmpty ? statement : new Statement();
		if (statement.isEmpty || kind === 'group' || kind === 'signatures') {
			return;
		}
		const { parts, firstLine, lastLine } = statement;
		if (parts[0]?.text === 'package' && this.blocks.length === 0) {
			this.addNamespace(dotted(parts, 1));
			return;
		}
		if (this.block.holdsEntries) {
			this.declare(entriesOf(statement), firstLine, lastLine, lastLine);
			return;
		}
		const place = this.place(false);
		const named = readType(statement, place) ?? memberReaders[this.family](statement, place);
		if (named?.kind === 'namespace') {
			this.addNamespace(named.name);
		} else if (named) {
			this.declare(named, firstLine, lastLine, lastLine);
		} else if (this.family === 'kotlin' && isAccessor(statement)) {
			this.extendValue({ last: lastLine, hasCode: true });
		} else if (this.family === 'csharp' && isPunctuator(parts[0], '=')) {
			// The initial value of a property can follow its accessors: `int Total { get; } = 3;`.
			this.extendValue({ last: lastLine, valueLast: lastLine });
		}
	}

	private declare(named: Named, first: number, last: number, headLast: number): void {
		const { kind, name, nameLine, hasCode, parameters, labels, isStatic } = named;
		if (kind === 'namespace' || (name === '' && kind !== 'anonymous')) {
			return;
		}
		const owner = [...this.block.owner, ...named.owner];
		const valueLast = named.hasValue ? last : undefined;
		const details = { hasCode, parameters, labels, isStatic, valueLast };
		const declared = { name, owner, first, headLast, nameLine, last, ...details };
		if (kind === 'type' || kind === 'signatures' || kind === 'scope' || kind === 'anonymous') {
			this.types.push({ kind: 'type', ...declared });
		} else {
			const at = this.members.push({ kind, ...declared }) - 1;
			this.block.lastValue = kind === 'value' ? at : -1;
		}
	}

	private extendValue(change: Partial<Declaration>): void {
		const value = this.members[this.block.lastValue];
		if (value !== undefined) {
			this.members[this.block.lastValue] = { ...value, ...change };
		}
	}

	private addNamespace(name: string): void {
		const outer = this.blocks.filter(({ kind }) => kind === 'namespace').slice(0, maxOwners);
		this.namespaces.add([...outer.map(({ named }) => named?.name ?? ''), name].filter((part) => part !== '').join('.'));
	}

	private place(opening: boolean): OutlinePlace {
		const { isDeclarative, kind, owner, named } = this.block;
		const type = kind === 'type' || kind === 'scope' ? (owner.at(-1) ?? '') : '';
		const isStatic = named?.isStatic ?? (kind === 'file' || kind === 'namespace');
		return { family: this.family, opening, declarative: isDeclarative, type, isStatic };
	}
}
