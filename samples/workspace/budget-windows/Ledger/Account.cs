namespace Budget.Ledger;

public sealed record Entry(DateOnly Day, string Text, decimal Amount);

public sealed class Account
{
    private readonly List<Entry> entries = [];

    public string Name { get; }

    public Account(string name)
    {
        Name = name;
    }

    public void Add(Entry entry) => entries.Add(entry);

    /// <summary>The balance on the evening of a day.</summary>
    public decimal BalanceOn(DateOnly day)
    {
        return entries.Where(entry => entry.Day <= day).Sum(entry => entry.Amount);
    }

    /// <summary>What is spent on an average day.</summary>
    public decimal AverageSpending()
    {
        decimal spent = entries.Where(entry => entry.Amount < 0).Sum(entry => -entry.Amount);
        int days = entries.Select(entry => entry.Day).Distinct().Count();
        return spent / days;
    }

    public Entry Largest()
    {
        return entries.MaxBy(entry => entry.Amount)
            ?? throw new InvalidOperationException($"Account \"{Name}\" has no entries");
    }
}
