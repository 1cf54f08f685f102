import type { ParsedOptions } from '../options/options';
import type { Terminal } from '../options/terminal';
import { type OutputForm, outputForms } from './result';

export function askedForm(
	given: ParsedOptions,
	{ forms = outputForms }: { readonly forms?: readonly OutputForm[] },
	{ stdout }: Pick<Terminal, 'stdout'>,
): OutputForm {
	const usual = forms === outputForms ? (stdout.isTTY ? 'table' : 'json') : forms[0];
	return given.oneOf('output', forms, usual ?? 'json');
}
