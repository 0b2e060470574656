import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AssetDoApi;
import org.openapitools.client.api.NodeDoApi;

public class Program {
  public static void main(String[] arguments) throws ApiException {
    ApiClient client = new ApiClient();
    client.updateBaseUri(arguments[0]);
    NodeDoApi nodes = new NodeDoApi(client);
    AssetDoApi assets = new AssetDoApi(client);
    var tree = nodes.nodeTree(NodeDoApi.APINodeTreeRequest.newBuilder().tree(List.of(-1L)).kind(101L).depth(1).build());
    var search = nodes.nodeSearch(
        NodeDoApi.APINodeSearchRequest.newBuilder().search("").searchFileCategory(List.of(1, 2)).paginate(2).build());
    var about = nodes.nodeAbout(NodeDoApi.APINodeAboutRequest.newBuilder().build());
    var thumb = assets.assetThumb(AssetDoApi.APIAssetThumbRequest.newBuilder().thumb(1000L).build());
    String code = "";
    try {
      assets.assetDetails(AssetDoApi.APIAssetDetailsRequest.newBuilder().details(424242L).build());
    } catch (ApiException failure) {
      code = failure.getResponseBody().replaceAll(".*\"code\":\"(\\w+)\".*", "$1");
    }
    String name = tree.getData().get(0).getName();
    String language = about.getData().getDefaultLanguage();
    System.out.println(name + " " + search.getTotal() + " " + language + " " + (thumb.length() > 100) + " " + code);
  }
}
