package com.example.shop.catalog;

import android.view.LayoutInflater;
import android.view.ViewGroup;
import android.widget.TextView;
import androidx.annotation.NonNull;
import androidx.recyclerview.widget.RecyclerView;
import com.example.shop.R;
import java.util.List;

/** Rows of the product list. */
public final class ProductAdapter extends RecyclerView.Adapter<ProductAdapter.Row> {
    private final List<Product> products;

    public ProductAdapter(List<Product> products) {
        this.products = products;
    }

    @NonNull
    @Override
    public Row onCreateViewHolder(@NonNull ViewGroup parent, int viewType) {
        return new Row((TextView) LayoutInflater.from(parent.getContext()).inflate(R.layout.product, parent, false));
    }

    @Override
    public void onBindViewHolder(@NonNull Row row, int position) {
        Product product = products.get(position);
        row.title.setText(product.getTitle().trim());
        row.title.setOnClickListener(view -> open((FeaturedProduct) product));
    }

    @Override
    public int getItemCount() {
        return products.size();
    }

    private void open(FeaturedProduct product) {
        product.show();
    }

    static final class Row extends RecyclerView.ViewHolder {
        final TextView title;

        Row(TextView title) {
            super(title);
            this.title = title;
        }
    }
}
