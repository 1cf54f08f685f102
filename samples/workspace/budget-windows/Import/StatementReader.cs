using System.Globalization;
using System.IO;
using Budget.Ledger;

namespace Budget.Import;

/// <summary>Reads a bank's statement: day, text and amount, separated by semicolons.</summary>
public sealed class StatementReader
{
    private readonly CultureInfo culture;

    public StatementReader(CultureInfo culture)
    {
        this.culture = culture;
    }

    public async Task<List<Entry>> ReadAsync(Stream stream)
    {
        using var reader = new StreamReader(stream);
        var entries = new List<Entry>();
        while (await reader.ReadLineAsync() is { } line)
        {
            entries.Add(ReadEntry(line));
        }
        return entries;
    }

    private Entry ReadEntry(string line)
    {
        string[] cells = line.Split(';');
        return new Entry(ReadDay(cells[0]), cells[1], ReadAmount(cells[2]));
    }

    private DateOnly ReadDay(string text)
    {
        return DateOnly.Parse(text, culture);
    }

    private decimal ReadAmount(string text)
    {
        return decimal.Parse(text, NumberStyles.Currency, culture);
    }
}
