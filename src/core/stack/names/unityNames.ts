/**
 * Parses `Board_Place_mB41D7C05` as the method `Place` of `Board`. The result may be wrong if the type name contains
 * underscores.
 */
export function il2cppMember(symbol: string): { type: string; method: string } | undefined {
	const mark = symbol.includes('_m') ? /_m[0-9A-F]{8,40}(?:_\w{1,60})?$/.exec(symbol) : null;
	if (!mark) {
		return undefined;
	}
	const name = symbol.slice(0, mark.index);
	const made = /__(c?ctor)$/.exec(name);
	if (made) {
		return { type: name.slice(0, made.index), method: `.${made[1]}` };
	}
	const separator = name.lastIndexOf('_');
	return separator > 0
		? { type: name.slice(0, separator), method: name.slice(separator + 1) }
		: { type: '', method: name };
}
